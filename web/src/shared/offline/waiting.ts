import type { CommandName } from '@feusa/contracts/commands';
import type { OnConflict } from '@feusa/contracts/on-conflict';

/** A change that was made without a connection, and what became of it. */
export interface Waiting {
  /** The order in which they were made, and are sent. */
  readonly order?: number;
  /** Under which the server does it once, however often it is sent. */
  readonly key: string;
  readonly command: CommandName;
  readonly body: object;
  readonly onConflict?: OnConflict | undefined;
  readonly correlationId: string;
  /** When it was made, in ms. */
  readonly at: number;
  readonly state: 'waiting' | 'done' | 'conflict' | 'refused';
  /** Why it was refused. */
  readonly detail?: string;
  /** Another name that is free. */
  readonly suggestion?: string;
}

/** What needs nothing but its body: no bytes, no second look at power over others. */
const queued: ReadonlySet<CommandName> = new Set([
  ...(['add-folder', 'rename-folder', 'move-folder', 'remove-folder', 'restore-folder'] as const),
  ...(['rename-file', 'move-file', 'copy-file', 'remove-file', 'restore-file'] as const),
  ...(['add-link', 'edit-link', 'move-link', 'copy-link', 'remove-link', 'restore-link'] as const),
  ...(['add-employee', 'update-employee', 'remove-employee', 'restore-employee'] as const),
  'remove-error',
]);

export const canWait = (command: CommandName, body: object): boolean =>
  queued.has(command) && !('uploadId' in body);
