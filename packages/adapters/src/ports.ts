import type { Logger } from 'pino';
import type { Pool } from 'pg';
import type { AuditTrail } from './audit-trail/port.js';
import type { Blobs } from './blobs/port.js';
import type { Config } from './config.js';
import type { DeadLetters } from './dead-letters/port.js';
import type { Erasures, Ledger } from './erasure/port.js';
import type { EventLog } from './event-log/port.js';
import type { Reached } from './event-log/progress.js';
import type { EventStore } from './event-store/port.js';
import type { Limits } from './limits/port.js';
import type { Mail } from './mail/port.js';
import type { Credentials } from './passwords/port.js';
import type { SearchIndex } from './search/port.js';
import type { Sessions } from './sessions/port.js';
import type { LogGuard } from './transparency/guard/port.js';
import type { TransparentLog } from './transparency/port.js';
import type { Publishing } from './transparency/publishing/port.js';
import type { Witnessing } from './transparency/witness/port.js';
import type { BlobReferences, Reservations } from './uploads/port.js';
import type { Staging } from './uploads/staging-port.js';

/** What is wrong with a part outside, in a few words; undefined where all is well. */
export type State = () => Promise<string | undefined> | string | undefined;

/** Everything outside the program that the services use, opened for one profile. */
export interface Ports {
  readonly config: Config;
  readonly log: Logger;
  readonly databaseUrl: string;
  /** The database role that services act as, where this database has it. */
  readonly role: string | undefined;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly eventLog: EventLog;
  readonly deadLetters: DeadLetters;
  readonly transparentLog: TransparentLog;
  readonly publishing: Publishing;
  readonly logGuard: LogGuard;
  /** For the logs of other installations; undefined where there are none. */
  readonly witness: Witnessing | undefined;
  readonly auditTrail: AuditTrail;
  readonly search: SearchIndex;
  readonly indexed: Reached;
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly limits: Limits;
  readonly mail: Mail;
  readonly blobs: Blobs;
  /** Where uploads lie until they are finished. */
  readonly staging: Staging;
  readonly blobReferences: BlobReferences;
  readonly reservations: Reservations;
  readonly erasures: Erasures;
  readonly ledger: Ledger;
  /** When the last whole backup was made, in ms; undefined for never. */
  lastBackup(): Promise<number | undefined>;
  close(): Promise<void>;
}
