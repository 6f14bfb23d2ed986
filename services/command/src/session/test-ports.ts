import type { Config } from '@feusa/profiles/config';
import { testKeys, testSecrets } from '@feusa/privacy/subject-keys/test-keys';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { openInProcessLimits } from '@feusa/identity/limits/in-process';
import { openReminders } from '@feusa/identity/personal/reminders';
import { openInvitations } from '@feusa/identity/invitations/postgres';
import { openNotices } from '@feusa/identity/notices/postgres';
import { openPasskeys } from '@feusa/identity/second-factors/passkeys';
import { openSecondFactors } from '@feusa/identity/second-factors/postgres';
import { openSsoSubjects } from '@feusa/identity/sso/subjects';
import { openTokens } from '@feusa/identity/tokens/postgres';
import type { Letter } from '@feusa/platform/mail/port';
import type { Ports } from '@feusa/profiles/ports';
import { openPostgresCredentials } from '@feusa/identity/passwords/postgres';
import type { Connections } from '@feusa/platform/postgres/source';
import { openPostgresSessions } from '@feusa/identity/sessions/postgres';
import { createLog } from '@feusa/platform/telemetry/log';

const plainly = {
  encrypt: (text: string) => Buffer.from(text),
  decrypt: async (bytes: Buffer) => bytes.toString(),
};

/** The ports that sign-in needs, real on this database; log lines and mail are only collected. */
export function testPorts({ pool, source }: Connections, settings: Partial<Config> = {}) {
  const lines: string[] = [];
  const letters: Letter[] = [];
  const ports = {
    config: { FEUSA_PASSWORD_MIN: 6, FEUSA_REQUIRE_SECOND_FACTOR: 'none', ...settings },
    log: createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } }),
    ...{ pool, source },
    logGuard: { fault: undefined, start: () => Promise.resolve(), close() {} },
    store: openPostgresEventStore(pool, testKeys(pool)),
    sessions: openPostgresSessions({ pool, source }),
    secondFactors: openSecondFactors({ pool, source }, plainly),
    passkeys: openPasskeys({ pool, source }),
    notices: openNotices({ pool, source }),
    invitations: openInvitations({ pool, source }, testSecrets),
    ssoSubjects: openSsoSubjects({ source }),
    tokens: openTokens({ pool, source }),
    credentials: openPostgresCredentials({ pool, source }),
    reminders: openReminders(pool),
    limits: openInProcessLimits(),
    mail: {
      send: (letter: Letter) => Promise.resolve(void letters.push(letter)),
      close: () => Promise.resolve(),
    },
  } as unknown as Ports;
  return { ports, lines, letters };
}
