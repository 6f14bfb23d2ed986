import type { Logger } from 'pino';
import { openAuditTrail } from '@feusa/event-log/audit-trail/postgres';
import { lastBackup } from '@feusa/backup/last-backup';
import { openTogether } from '@feusa/platform/closing';
import type { Config } from './config.js';
import { openPostgresDeadLetters } from '@feusa/event-log/dead-letters/postgres';
import { openErasures } from '@feusa/privacy/erasure/postgres';
import type { EventStore } from '@feusa/event-log/store/port';
import { openLongRemoved } from '@feusa/event-log/store/long-removed';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { openInvitations } from '@feusa/identity/invitations/postgres';
import { openNotices } from '@feusa/identity/notices/postgres';
import { openPostgresCredentials } from '@feusa/identity/passwords/postgres';
import { openPersonalItems } from '@feusa/identity/personal/postgres';
import { openReminders } from '@feusa/identity/personal/reminders';
import type { SecretCipher, SecondFactors } from '@feusa/identity/second-factors/port';
import { openPasskeys } from '@feusa/identity/second-factors/passkeys';
import { openSecondFactors } from '@feusa/identity/second-factors/postgres';
import { openTickets, type Tickets } from '@feusa/identity/sso/tickets';
import { openSsoSubjects } from '@feusa/identity/sso/subjects';
import { openUsedStates } from '@feusa/identity/sso/used-states';
import { openAccess } from './access.js';
import { openPool } from '@feusa/platform/postgres/pool';
import { QUERY_ROLE, type ServiceRole } from '@feusa/platform/postgres/roles';
import { openConnections } from './prepare-database.js';
import type { Connections } from '@feusa/platform/postgres/source';
import { lastVersion } from '@feusa/platform/postgres/version';
import { openKeptSecrets, type KeptSecret } from '@feusa/privacy/subject-keys/kept-secrets';
import { openMasterKeys, type MasterKeySettings } from '@feusa/privacy/subject-keys/master-key';
import type { MasterKeys } from '@feusa/privacy/subject-keys/master-keys';
import type { SubjectKeys } from '@feusa/privacy/subject-keys/port';
import { openSubjectKeys } from '@feusa/privacy/subject-keys/subject-keys';
import { openPostgresDocuments } from '@feusa/search/find/postgres';
import { openBlobReferences, openPurgedContents } from '@feusa/files/uploads/references';
import { openReservations } from '@feusa/files/uploads/reservations';

/** What says where the master key is, and who owns the database. */
type LogSettings = MasterKeySettings & Pick<Config, 'DATABASE_OWNER_URL'>;

interface DatabaseOptions {
  readonly url: string;
  /** How many connections at once. */
  readonly max: number;
  /** The name of the service or the tool. */
  readonly name: string;
  /** What it acts as; what may append where it is not said. */
  readonly role?: ServiceRole;
  /** Is told of lost connections. */
  readonly log?: Pick<Logger, 'warn'>;
}

interface Database extends Connections {
  /** What services log in by. */
  readonly url: string;
  /** The database role that services act as, where this database has it. */
  readonly role: string | undefined;
  /** Follows what becomes of it until the pool ends. */
  readonly masterKeys: MasterKeys;
  readonly keptSecret: KeptSecret;
  readonly subjectKeys: SubjectKeys;
  readonly store: EventStore;
  readonly secondFactors: SecondFactors;
  readonly tickets: Tickets;
}

/**
 * Brings the database to the newest schemas, where it is told who may do that, and opens the log in it, as
 * services do.
 * @throws StartFault where the master key is lost or another one
 */
export async function openLogDatabase(
  config: LogSettings,
  { url: given, max, name, role: wanted, log }: DatabaseOptions,
): Promise<Database> {
  const { url, role } = await openAccess(
    { url: given, ownerUrl: config.DATABASE_OWNER_URL },
    wanted,
  );
  const onError = (err: Error) => log?.warn({ err }, 'database connection lost');
  return openTogether(async (parts) => {
    const pool = openPool({ url, max, name, onError, ...(role && { role }) });
    parts.add('connections', () => pool.end());
    const { source } = await openConnections(pool);
    const masterKeys = await openMasterKeys(config, pool);
    const following = masterKeys.follow((err) => {
      if (pool.ended) following.close();
      else log?.warn({ err }, 'it is not known whether the master key is being turned');
    });
    const subjectKeys = openSubjectKeys(pool, masterKeys);
    const store = openPostgresEventStore(pool, subjectKeys);
    const cipher = cipherOf(masterKeys);
    const secondFactors = openSecondFactors({ pool, source }, cipher);
    const tickets = openTickets(cipher);
    const keptSecret = openKeptSecrets(pool, masterKeys);
    const keys = { masterKeys, keptSecret, subjectKeys };
    return { url, role, pool, source, ...keys, store, secondFactors, tickets };
  });
}

const cipherOf = (keys: MasterKeys): SecretCipher => ({
  encrypt: (plain, about) => keys.wrap(plain, about),
  decrypt: async (ciphertext, about) => (await keys.unwrap(ciphertext, about)).toString('utf8'),
});

/** The version of FEUSA that worked on a database last, undefined where none has. */
export async function lastVersionOn(url: string): Promise<string | undefined> {
  const pool = openPool({ url, max: 1, name: 'version' });
  const client = await pool.connect();
  try {
    return await lastVersion(client);
  } finally {
    client.release();
    await pool.end();
  }
}

/** What every profile keeps in its database beside the log. */
export const portsIn = ({
  pool,
  source,
  keptSecret,
}: Connections & Pick<Database, 'keptSecret'>) => ({
  deadLetters: openPostgresDeadLetters({ pool, source }),
  auditTrail: openAuditTrail(pool),
  credentials: openPostgresCredentials({ pool, source }),
  invitations: openInvitations({ pool, source }, keptSecret),
  passkeys: openPasskeys({ pool, source }),
  notices: openNotices({ pool, source }),
  usedStates: openUsedStates({ source }),
  ssoSubjects: openSsoSubjects({ source }),
  personal: openPersonalItems({ pool, source }),
  reminders: openReminders(pool),
  blobReferences: openBlobReferences(pool),
  purgedContents: openPurgedContents(pool),
  longRemoved: openLongRemoved(pool),
  reservations: openReservations(pool, openBlobReferences(pool)),
  documents: openPostgresDocuments(pool),
  erasures: openErasures({ pool, source }),
  lastBackup: () => lastBackup(source),
});

/** The log alone, for a tool that works beside the product; `url` and `role` are what services have. */
export async function openLog(given: string, config: LogSettings, wanted?: ServiceRole) {
  const options = { url: given, max: 2, name: 'tool', ...(wanted && { role: wanted }) };
  const opened = await openLogDatabase(config, options);
  const { url, role, pool, store } = opened;
  const deadLetters = openPostgresDeadLetters(opened);
  return { url, role, pool, store, deadLetters, close: () => pool.end() };
}

/** The same as query, whose tables are what is made from the log. */
export const openLogAsQuery = (given: string, config: LogSettings) =>
  openLog(given, config, QUERY_ROLE);
