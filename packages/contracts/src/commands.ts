import type { z } from 'zod';
import { FileCommands, LinkCommands } from './docs.js';
import { EmployeeCommands } from './employees.js';
import { ErasureCommands } from './erasure.js';
import { ErrorCommands } from './errors.js';
import type { Noun } from './events.js';
import { FolderCommands } from './folders.js';
import { GroupCommands } from './groups.js';
import { AcknowledgementCommands } from './acknowledgements.js';
import { InvitationCommands } from './invitations.js';
import { PurgeCommands } from './purge.js';
import { UserCommands } from './users.js';
import { WebhookCommands } from './webhooks.js';

/** The command table, by the noun whose handler decides. */
export const commandsOf = {
  folder: { ...FolderCommands, ...PurgeCommands },
  file: { ...FileCommands, ...AcknowledgementCommands, ...PurgeCommands },
  link: { ...LinkCommands, ...PurgeCommands },
  employee: { ...EmployeeCommands, ...ErasureCommands },
  user: { ...UserCommands, ...InvitationCommands },
  error: ErrorCommands,
  group: GroupCommands,
  webhook: WebhookCommands,
} satisfies Record<Noun, object>;

/** Every command, by the name that it is sent and decided under. */
export const commands = {
  ...commandsOf.folder,
  ...commandsOf.file,
  ...commandsOf.link,
  ...commandsOf.employee,
  ...commandsOf.user,
  ...commandsOf.error,
  ...commandsOf.group,
  ...commandsOf.webhook,
};

export type CommandName = keyof typeof commands;
export type CommandBody<N extends CommandName> = z.output<(typeof commands)[N]['body']>;
export type CommandInput<N extends CommandName> = z.input<(typeof commands)[N]['body']>;

/** The answer of every accepted command: durable, at this position. */
export interface CommandAnswer {
  readonly id: string;
  readonly version: number;
  readonly position: string;
  /** Of `add-webhook`: by which its deliveries are signed. It is told in no other answer. */
  readonly secret?: string;
}
