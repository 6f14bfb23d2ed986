import type { Logger } from 'pino';
import type { Connections } from '@feusa/platform/postgres/source';
import type { AuditTrail } from '@feusa/event-log/audit-trail/port';
import type { Blobs } from '@feusa/files/blobs/port';
import type { Config } from './config.js';
import type { DeadLetters } from '@feusa/event-log/dead-letters/port';
import type { Erasures, Ledger } from '@feusa/privacy/erasure/port';
import type { EventLog } from '@feusa/event-log/subscription/port';
import type { Reached } from '@feusa/event-log/subscription/progress';
import type { LongRemoved } from '@feusa/event-log/store/long-removed';
import type { EventStore } from '@feusa/event-log/store/port';
import type { Invitations } from '@feusa/identity/invitations/port';
import type { Limits } from '@feusa/identity/limits/port';
import type { Mail } from '@feusa/platform/mail/port';
import type { Credentials } from '@feusa/identity/passwords/port';
import type { PersonalItems } from '@feusa/identity/personal/port';
import type { Reminders } from '@feusa/identity/personal/reminders';
import type { DocumentIndex } from '@feusa/search/find/port';
import type { SearchIndex } from '@feusa/search/port';
import type { Notices } from '@feusa/identity/notices/port';
import type { Passkeys, SecondFactors } from '@feusa/identity/second-factors/port';
import type { Sessions } from '@feusa/identity/sessions/port';
import type { SingleSignOn } from '@feusa/identity/sso/port';
import type { Tickets } from '@feusa/identity/sso/tickets';
import type { SsoSubjects } from '@feusa/identity/sso/subjects';
import type { UsedStates } from '@feusa/identity/sso/used-states';
import type { Tokens } from '@feusa/identity/tokens/port';
import type { AccessLog } from '@feusa/transparency/access-log/port';
import type { LogGuard } from '@feusa/transparency/guard/port';
import type { TransparentLog } from '@feusa/transparency/port';
import type { Publishing } from '@feusa/transparency/publishing/port';
import type { Witnessing } from '@feusa/transparency/witness/port';
import type { BlobReferences, PurgedContents, Reservations } from '@feusa/files/uploads/port';
import type { Scanner } from '@feusa/files/scanner/port';
import type { Staging } from '@feusa/files/uploads/staging-port';

/** What is wrong with a part outside, in a few words; undefined where all is well. */
export type State = () => Promise<string | undefined> | string | undefined;

/** Everything outside the program that the services use, opened for one profile. */
export interface Ports extends Connections {
  readonly config: Config;
  readonly log: Logger;
  readonly databaseUrl: string;
  /** The database role that services act as, where this database has it. */
  readonly role: string | undefined;
  /** The master key; `fault` says that this process has an old one. */
  readonly masterKeys: { readonly fault: string | undefined };
  readonly store: EventStore;
  readonly eventLog: EventLog;
  readonly deadLetters: DeadLetters;
  readonly transparentLog: TransparentLog;
  readonly publishing: Publishing;
  readonly logGuard: LogGuard;
  /** For the logs of other installations; undefined where there are none. */
  readonly witness: Witnessing | undefined;
  /** By which the deliveries of a webhook are signed; made from the master key, and the same when that is turned. */
  webhookSecret(id: string): Promise<string>;
  /** Who did what, beside the log. */
  readonly accessLog: AccessLog;
  readonly auditTrail: AuditTrail;
  readonly search: SearchIndex;
  /** What else is found: names, and the texts of documents. */
  readonly documents: DocumentIndex;
  readonly indexed: Reached;
  readonly sessions: Sessions;
  /** The access tokens of programs. */
  readonly tokens: Tokens;
  readonly credentials: Credentials;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  /** What happened to accounts, for their owners. */
  readonly notices: Notices;
  /** Where people may sign in without a password of ours; undefined where there is none. */
  readonly singleSignOn: SingleSignOn | undefined;
  /** Of single sign-on: what browsers carry meanwhile, and what has come back. */
  readonly tickets: Tickets;
  readonly usedStates: UsedStates;
  readonly ssoSubjects: SsoSubjects;
  readonly invitations: Invitations;
  /** What people keep for themselves. */
  readonly personal: PersonalItems;
  readonly reminders: Reminders;
  readonly limits: Limits;
  readonly mail: Mail;
  readonly blobs: Blobs;
  /** What looks for viruses, where there is one. */
  readonly scanner: Scanner | undefined;
  /** Where uploads lie until they are finished. */
  readonly staging: Staging;
  readonly blobReferences: BlobReferences;
  readonly purgedContents: PurgedContents;
  readonly longRemoved: LongRemoved;
  readonly reservations: Reservations;
  readonly erasures: Erasures;
  readonly ledger: Ledger;
  /** When the last whole backup was made, in ms; undefined for never. */
  lastBackup(): Promise<number | undefined>;
  close(): Promise<void>;
}
