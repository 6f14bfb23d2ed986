import type { z } from 'zod';
import { AddFile, AddLink, RemoveDoc, RestoreDoc } from './docs.js';
import { AddEmployee, RemoveEmployee, RestoreEmployee, UpdateEmployee } from './employees.js';
import { LogError, RemoveError } from './errors.js';
import { AddFolder, MoveFolder, RemoveFolder, RenameFolder, RestoreFolder } from './folders.js';
import { RegisterUser, RemoveUser, SetUserRole } from './users.js';

/** Who may call: anybody, anyone signed in, auditors and administrators, or administrators. */
export type Access = 'public' | 'signed-in' | 'auditor' | 'admin';

const command = <S extends z.ZodType>(access: Access, body: S) => ({ access, body });

/** Every command of `POST /api/commands/{name}`: who may send it and the shape of its body. */
export const commands = {
  'register-user': command('admin', RegisterUser),
  'set-user-role': command('admin', SetUserRole),
  'remove-user': command('admin', RemoveUser),
  'add-folder': command('admin', AddFolder),
  'rename-folder': command('admin', RenameFolder),
  'move-folder': command('admin', MoveFolder),
  'remove-folder': command('admin', RemoveFolder),
  'restore-folder': command('admin', RestoreFolder),
  'add-file': command('admin', AddFile),
  'remove-file': command('signed-in', RemoveDoc),
  'restore-file': command('admin', RestoreDoc),
  'add-link': command('admin', AddLink),
  'remove-link': command('signed-in', RemoveDoc),
  'restore-link': command('admin', RestoreDoc),
  'add-employee': command('admin', AddEmployee),
  'update-employee': command('admin', UpdateEmployee),
  'remove-employee': command('admin', RemoveEmployee),
  'restore-employee': command('admin', RestoreEmployee),
  'log-error': command('signed-in', LogError),
  'remove-error': command('signed-in', RemoveError),
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
