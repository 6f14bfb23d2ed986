import type { Config } from '@feusa/profiles/config';
import { faultText } from '@feusa/platform/telemetry/fault-text';
import type { FirstRun } from '@feusa/command/setup/first-run';
import type { PasswordOf } from '../import/session.js';

const NEEDED =
  'Demo data: say who adds it with FEUSA_TEAM_PASSWORD, FEUSA_ADMIN_EMAIL and FEUSA_ADMIN_PASSWORD.';

/** Fills an empty installation when `--demo` was asked for. A failure is told and ends nothing. */
export async function offerDemo(
  config: Config,
  address: string,
  made: FirstRun | undefined,
): Promise<void> {
  const credentials = credentialsOf(config, made);
  if (!credentials) return console.log(NEEDED);
  try {
    const { loadDemo } = await import('./demo.js');
    await loadDemo({ address, ...credentials, log: (line) => console.log(line) });
  } catch (fault) {
    console.error(`Demo data: ${faultText(fault)}`);
  }
}

function credentialsOf(config: Config, made: FirstRun = {}): PasswordOf | undefined {
  const teamPassword = config.FEUSA_TEAM_PASSWORD ?? made['Team password'];
  const password = config.FEUSA_ADMIN_PASSWORD ?? made['Password'];
  const email = made['E-mail address'] ?? config.FEUSA_ADMIN_EMAIL;
  return teamPassword && password && email ? { email, password, teamPassword } : undefined;
}
