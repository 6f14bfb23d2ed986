import { randomUUID } from 'node:crypto';
import type { CommandInput, CommandName } from '@feusa/contracts/commands';
import { person } from '@feusa/contracts/test-person';

/** A command with its idempotency key. */
export interface KeyedCommand {
  readonly name: CommandName;
  readonly body: object;
  readonly key: string;
}

/** Ids of things that many commands are about. */
export type Shared = Readonly<Record<'folder' | 'link' | 'user' | 'employee', readonly string[]>>;

export const registration = (email: string) => ({
  email,
  password: 'secret words',
  teamPassword: 'team',
});
export const aLink = { name: 'Weather', link: 'https://weather.example/' };

const names: readonly CommandName[] = [
  ...Array<CommandName>(3).fill('add-folder'),
  ...(['rename-folder', 'move-folder', 'remove-folder', 'restore-folder'] as const),
  ...(['restore-folder', 'add-link', 'add-link', 'remove-link', 'restore-link'] as const),
  ...(['move-link', 'edit-link', 'copy-link'] as const),
  ...(['register-user', 'set-user-role', 'set-user-role', 'remove-user'] as const),
  ...(['update-employee', 'log-error'] as const),
];

/** A command for a number below 2^24: always the same one, on one of the shared things. */
export function orderOf(number: number, shared: Shared): KeyedCommand {
  const pick = (list: readonly string[], bits = 6) => list[(number >> bits) % list.length]!;
  const id = pick(shared.folder);
  const bodies: Partial<{ [N in CommandName]: CommandInput<N> }> = {
    'add-folder': { name: `Folder ${number}`, parentId: id },
    'rename-folder': { id, name: `Name ${number}` },
    'move-folder': { id, parentId: number & 8192 ? pick(shared.folder, 10) : null },
    'remove-folder': { id },
    'restore-folder': { id },
    'add-link': { folderId: id, ...aLink },
    'move-link': { id: pick(shared.link), folderId: pick(shared.folder, 10) },
    'edit-link': { ...aLink, id: pick(shared.link), name: `Link ${number}` },
    'copy-link': { id: pick(shared.link), folderId: pick(shared.folder, 10) },
    'remove-link': { id: pick(shared.link) },
    'restore-link': { id: pick(shared.link) },
    'register-user': registration(`${'aAbBcC'[number % 6]}@feusa.example`),
    'set-user-role': { userId: pick(shared.user), role: number & 4096 ? 'admin' : 'basic' },
    'remove-user': { id: pick(shared.user) },
    'update-employee': { ...person, id: pick(shared.employee), version: 1 + ((number >> 12) % 9) },
    'log-error': { details: `Error ${number}` },
  };
  const name = names[number % names.length]!;
  return { name, body: bodies[name]!, key: randomUUID() };
}
