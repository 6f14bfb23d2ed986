import path from 'node:path';
import type { Config } from '@feusa/profiles/config';
import { StartFault } from '@feusa/platform/start-fault';
import { readArguments, toolOf } from '../arguments.js';
import type { Credentials } from './session.js';

const ABOUT = `Adds the folders and files of DIR, and people from a CSV file. What is there already is left alone,
so the same command can be given again, also after it was interrupted.

On a terminal it shows what will happen and asks; elsewhere it goes on by itself. It signs in with
the access token in FEUSA_TOKEN, else with FEUSA_ADMIN_EMAIL, FEUSA_ADMIN_PASSWORD and
FEUSA_TEAM_PASSWORD, at FEUSA_PUBLIC_URL, by default http://127.0.0.1:PORT. The exit code is 1 where something failed, 0 where rows or files were refused.`;

const PEOPLE =
  'people; the first line names the fields: firstName, lastName, phoneNumber, mobile (may be left out), ' +
  'email, role, location, department, manager';

export interface Options {
  /** Absolute paths. */
  readonly directory: string | undefined;
  readonly employees: string | undefined;
  readonly into: string | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

type Values = Partial<Pick<Options, 'employees' | 'into' | 'dryRun' | 'yes'>>;

/**
 * Reads the command line.
 * @param from the directory that relative paths start at
 * @throws StartFault with what is wrong and the usage
 */
export function readOptions(args: readonly string[], from: string): Options {
  const tool = toolOf('import', ABOUT)
    .argument('[dir]', 'whose folders and files are added')
    .option('--employees <file.csv>', PEOPLE)
    .option('--into <folder-id>', 'puts the contents into this folder and not at the top')
    .option('--dry-run', 'shows what would happen and changes nothing')
    .option('-y, --yes', 'does not ask');
  const { words, values } = readArguments<Values>(tool, args);
  const { employees, into, dryRun = false, yes = false } = values;
  const [directory] = words;
  if (!directory && !employees) return tool.error('Which directory?');
  if (into && !directory) return tool.error('--into needs a directory.');
  const absolute = (file: string | undefined) => (file ? path.resolve(from, file) : undefined);
  return { directory: absolute(directory), employees: absolute(employees), into, dryRun, yes };
}

/** Where to sign in and as whom. @throws StartFault that names every setting that is missing */
export function readAccess(config: Config): { address: string; credentials: Credentials } {
  const address = config.FEUSA_PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`;
  if (config.FEUSA_TOKEN) return { address, credentials: { token: config.FEUSA_TOKEN } };
  const { FEUSA_ADMIN_EMAIL, FEUSA_ADMIN_PASSWORD, FEUSA_TEAM_PASSWORD } = config;
  const needed = { FEUSA_ADMIN_EMAIL, FEUSA_ADMIN_PASSWORD, FEUSA_TEAM_PASSWORD };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) {
    throw new StartFault(
      `To sign in, the import needs FEUSA_TOKEN, or these settings: ${missing.join(', ')}`,
    );
  }
  return {
    address,
    credentials: {
      email: FEUSA_ADMIN_EMAIL ?? '',
      password: FEUSA_ADMIN_PASSWORD ?? '',
      teamPassword: FEUSA_TEAM_PASSWORD ?? '',
    },
  };
}
