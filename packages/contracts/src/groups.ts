import { z } from 'zod';
import { command } from './access.js';
import { accessBounds } from './access-bounds.js';
import { Id, Name, NewId } from './text.js';

/** Each id once, in one order, so that the same people are the same list. */
const ids = (most: number) =>
  z
    .array(Id, { error: 'Not a list of ids' })
    .max(most, { error: 'Too many' })
    .transform((all) => [...new Set(all)].sort());

export const AddGroup = z.strictObject({ id: NewId, name: Name });
export const RenameGroup = z.strictObject({ id: Id, name: Name });
export const RemoveGroup = z.strictObject({ id: Id });
export const RestoreGroup = z.strictObject({ id: Id });
export const SetGroupMembers = z.strictObject({ id: Id, userIds: ids(accessBounds.members.value) });

export const GroupCommands = {
  'add-group': command('admin', AddGroup),
  'rename-group': command('admin', RenameGroup),
  'remove-group': command('admin', RemoveGroup),
  'restore-group': command('admin', RestoreGroup),
  'set-group-members': command('admin', SetGroupMembers),
};

export const GroupEvents = {
  GroupAdded: z.strictObject({ name: z.string() }),
  GroupRenamed: z.strictObject({ name: z.string() }),
  /** All members, each once, in the order of their ids. */
  GroupMembersSet: z.strictObject({ userIds: z.array(z.uuid()) }),
  GroupRemoved: z.strictObject({}),
  GroupRestored: z.strictObject({}),
};

/** A group as screens get it; `members` are ids of users. */
export interface GroupView {
  readonly id: string;
  readonly name: string;
  readonly members: readonly string[];
  readonly version: number;
}

/** `GET /api/groups`: by name. */
export interface GroupList {
  readonly groups: readonly GroupView[];
  readonly position: string;
}
