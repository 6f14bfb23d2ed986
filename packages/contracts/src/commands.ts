import type { z } from 'zod';
import { FileCommands, LinkCommands } from './docs.js';
import { EmployeeCommands } from './employees.js';
import { ErasureCommands } from './erasure.js';
import { ErrorCommands } from './errors.js';
import { FolderCommands } from './folders.js';
import { UserCommands } from './users.js';

/** Every command, by the name that it is sent and decided under. */
export const commands = {
  ...FolderCommands,
  ...FileCommands,
  ...LinkCommands,
  ...EmployeeCommands,
  ...UserCommands,
  ...ErasureCommands,
  ...ErrorCommands,
};

export type CommandName = keyof typeof commands;
export type CommandBody<N extends CommandName> = z.output<(typeof commands)[N]['body']>;
export type CommandInput<N extends CommandName> = z.input<(typeof commands)[N]['body']>;

/** The answer of every accepted command: durable, at this position. */
export interface CommandAnswer {
  readonly id: string;
  readonly version: number;
  readonly position: string;
}
