import type { CommandBody, CommandName } from '@feusa/contracts/commands';
import type { Image } from '@feusa/contracts/employees';
import { idOf, type EventType, type StoredEvent } from '@feusa/contracts/events';
import { ERASED } from '@feusa/contracts/personal';
import type { Role } from '@feusa/contracts/users';
import type { UndoReason } from '@feusa/contracts/undo';
import type { Command } from './decider.js';
import type { EarlierName } from './folders.js';
import { NOTHING, thingAfter, type Thing, type Value } from './things.js';
import { editOf, moveOf, renameOf, suspensionOf, updateOf } from './undo-commands.js';

export interface Change {
  readonly field: string;
  readonly from: Value;
  readonly to: Value;
}

/** A field that was changed after the event; `since` is what changed it last. */
export interface Conflict {
  readonly field: string;
  readonly was: Value;
  readonly is: Value;
  readonly since: StoredEvent | undefined;
}

/**
 * A command that compensates. `prepared`: what its body cannot say, as an earlier event has it: the picture of
 * a person, null for none, or the name that a folder gets back as it is moved.
 */
export interface Way {
  readonly command: Command;
  readonly changes: readonly Change[];
  readonly prepared?: Image | null | EarlierName;
}

/** `whole` puts everything back, `rest` leaves alone what was changed since, where something is left then. */
export type Verdict =
  | {
      readonly whole: Way;
      readonly rest?: Way | undefined;
      readonly conflicts: readonly Conflict[];
    }
  | { readonly cannot: UndoReason };

/** `history`: the event's stream to its end; `held`: the positions of what lies in the folder. */
export interface UndoContext {
  readonly history: readonly StoredEvent[];
  readonly held: readonly number[];
}

/** What takes an event back, judged by what the thing was before it and what it is now. */
export function compensate(event: StoredEvent, { history, held }: UndoContext): Verdict {
  const later = history.filter(({ version }) => version > event.version);
  if (isUndone(event, later)) return { cannot: 'undone' };
  const before = history
    .filter(({ version }) => version < event.version)
    .reduce(thingAfter, NOTHING);
  const after = thingAfter(before, event);
  const now = later.reduce(thingAfter, after);
  if (now.purged) return { cannot: 'purged' };
  const version = history.at(-1)?.version ?? event.version;
  return table[event.type]({
    ...{ id: idOf(event.stream), position: event.position, version },
    ...{ before, after, now, later, held },
  });
}

/** Whether a later event takes it back that was not taken back itself. */
export const isUndone = (event: StoredEvent, later: readonly StoredEvent[]): boolean =>
  later.some((each) => each.undoes === event.id && !isUndone(each, later));

type AccessBody = CommandBody<'set-folder-access'>['access'];

interface Undoing {
  readonly id: string;
  readonly position: number;
  /** The version of the stream as it stands. */
  readonly version: number;
  readonly before: Thing;
  readonly after: Thing;
  readonly now: Thing;
  readonly later: readonly StoredEvent[];
  readonly held: readonly number[];
}

type Removal = Extract<CommandName, `remove-${string}`>;
type Restoring = Exclude<Extract<CommandName, `restore-${string}`>, 'restore-file-version'>;

/** Every type of event; a new one does not compile until it is said how it is taken back. */
const table: { readonly [T in EventType]: (undoing: Undoing) => Verdict } = {
  FolderAdded: (undoing) => remove('remove-folder', undoing, undoing.held),
  FolderRenamed: (undoing) =>
    putBack(undoing, ({ name }) => ({
      name: 'rename-folder',
      body: { id: undoing.id, name: name ?? '' },
    })),
  FolderMoved: (undoing) => putBack(undoing, (fields, names) => moveOf(undoing, fields, names)),
  FolderRemoved: (undoing) => restore('restore-folder', undoing),
  FolderRestored: (undoing) => {
    const added = undoing.held.filter((position) => position > undoing.position);
    return remove('remove-folder', undoing, added);
  },
  FolderPurged: () => ({ cannot: 'purged' }),
  FolderAccessSet: (undoing) =>
    putBack(undoing, ({ access }) => ({
      name: 'set-folder-access',
      body: { id: undoing.id, access: access ? (JSON.parse(access) as AccessBody) : null },
    })),
  FileAdded: (undoing) => remove('remove-file', undoing),
  FileRenamed: (undoing) => putBack(undoing, ({ name }) => renameOf(undoing, name)),
  FileMoved: (undoing) =>
    putBack(undoing, ({ name, place }, names) =>
      names.includes('place')
        ? { name: 'move-file', body: { id: undoing.id, folderId: place ?? '' } }
        : renameOf(undoing, name),
    ),
  FileRemoved: (undoing) => restore('restore-file', undoing),
  FileRestored: (undoing) => remove('remove-file', undoing),
  FilePurged: () => ({ cannot: 'purged' }),
  FileReplaced: restoreContent,
  FileVersionRestored: restoreContent,
  AcknowledgementAsked: askAsBefore,
  AcknowledgementWithdrawn: askAsBefore,
  FileAcknowledged: () => ({ cannot: 'acknowledged' }),
  LinkAdded: (undoing) => remove('remove-link', undoing),
  LinkEdited: (undoing) => putBack(undoing, (fields) => editOf(undoing, fields)),
  LinkMoved: (undoing) =>
    putBack(undoing, (fields, names) =>
      names.includes('place')
        ? { name: 'move-link', body: { id: undoing.id, folderId: fields['place'] ?? '' } }
        : editOf(undoing, fields),
    ),
  LinkRemoved: (undoing) => restore('restore-link', undoing),
  LinkRestored: (undoing) => remove('remove-link', undoing),
  LinkPurged: () => ({ cannot: 'purged' }),
  EmployeeAdded: (undoing) => remove('remove-employee', undoing),
  EmployeeUpdated: (undoing) => putBack(undoing, (fields) => updateOf(undoing, fields)),
  EmployeeRemoved: (undoing) => restore('restore-employee', undoing),
  EmployeeRestored: (undoing) => remove('remove-employee', undoing),
  ProfileChangeRequested: withdraw,
  ProfileChangeDeclined: () => ({ cannot: 'answered' }),
  ProfileChangeWithdrawn: () => ({ cannot: 'answered' }),
  UserRegistered: (undoing) => remove('remove-user', undoing),
  UserInvited: ({ id, later }) =>
    later.length > 0
      ? { cannot: 'invitation' }
      : simply({ name: 'withdraw-invitation', body: { id } }),
  InvitationWithdrawn: () => ({ cannot: 'invitation' }),
  UserRoleSet: (undoing) =>
    putBack(undoing, ({ role }) => ({
      name: 'set-user-role',
      body: { userId: undoing.id, role: role as Role },
    })),
  UserSuspended: (undoing) => putBack(undoing, () => suspensionOf('reinstate-user', undoing)),
  UserReinstated: (undoing) => putBack(undoing, () => suspensionOf('suspend-user', undoing)),
  UserRemoved: () => ({ cannot: 'account-gone' }),
  PersonErased: () => ({ cannot: 'erasure' }),
  ErrorLogged: (undoing) => remove('remove-error', undoing),
  ErrorRemoved: (undoing) => restore('restore-error', undoing),
  ErrorRestored: (undoing) => remove('remove-error', undoing),
  ErrorErased: () => ({ cannot: 'erasure' }),
  GroupAdded: (undoing) => remove('remove-group', undoing),
  GroupRenamed: (undoing) =>
    putBack(undoing, ({ name }) => ({
      name: 'rename-group',
      body: { id: undoing.id, name: name ?? '' },
    })),
  GroupMembersSet: (undoing) =>
    putBack(undoing, ({ members }) => ({
      name: 'set-group-members',
      body: { id: undoing.id, userIds: (members ?? '').split(' ').filter(Boolean) },
    })),
  GroupRemoved: (undoing) => restore('restore-group', undoing),
  GroupRestored: (undoing) => remove('remove-group', undoing),
  WebhookAdded: (undoing) => remove('remove-webhook', undoing),
  WebhookRemoved: (undoing) => restore('restore-webhook', undoing),
  WebhookRestored: (undoing) => remove('remove-webhook', undoing),
};

const simply = (command: Command): Verdict => ({ whole: { command, changes: [] }, conflicts: [] });

/** Takes away what was added; what others made of it since, or put into it, stands in the way. */
function remove(name: Removal, undoing: Undoing, held: readonly number[] = []): Verdict {
  const { id, after, now } = undoing;
  if (now.removed) return { cannot: 'as-before' };
  const changed = differing(after, now).map((field) => conflictIn(field, undoing));
  const contents = { field: 'contents', was: null, is: String(held.length), since: undefined };
  return {
    whole: { command: { name, body: { id } } as Command, changes: [] },
    conflicts: held.length > 0 ? [...changed, contents] : changed,
  };
}

function restore(name: Restoring, { id, now }: Undoing): Verdict {
  if (!now.removed) return { cannot: 'as-before' };
  if (Object.values(now.fields).includes(ERASED)) return { cannot: 'erased' };
  return { whole: { command: { name, body: { id } } as Command, changes: [] }, conflicts: [] };
}

/** As long as nobody has answered it, and nothing else was asked for. */
function withdraw({ id, later }: Undoing): Verdict {
  if (later.some(({ type }) => type.startsWith('ProfileChange'))) return { cannot: 'as-before' };
  const command: Command = { name: 'withdraw-profile-change', body: { id } };
  return { whole: { command, changes: [] }, conflicts: [] };
}

/** As long as nothing else was asked since. */
function askAsBefore({ id, before, after, now }: Undoing): Verdict {
  const [was, made, is] = [before, after, now].map(({ request }) => JSON.stringify(request));
  if (is === was) return { cannot: 'as-before' };
  if (is !== made) return { cannot: 'asked-since' };
  return simply(
    before.request
      ? { name: 'ask-acknowledgement', body: { ...before.request, id } }
      : { name: 'withdraw-acknowledgement', body: { id } },
  );
}

/** By the version that first had it, which is there for as long as the file is. */
function restoreContent(undoing: Undoing): Verdict {
  return putBack(undoing, ({ fileVersion }) => ({
    name: 'restore-file-version',
    body: { id: undoing.id, fileVersion: Number(fileVersion) },
  }));
}

/** The command that gives things these fields, of which those with these names are other ones than now. */
type CommandOf = (fields: Thing['fields'], names: readonly string[]) => Command;

/** Gives fields their earlier values; a field that has another value by now stands in the way. */
function putBack(undoing: Undoing, commandOf: CommandOf): Verdict {
  const { before, after, now } = undoing;
  if (now.removed) return { cannot: 'removed-since' };
  const changed = differing(before, after).filter(
    (field) => valueOf(now, field) !== valueOf(before, field),
  );
  const [alone, others] = split(changed, (field) => valueOf(now, field) === valueOf(after, field));
  if (changed.length === 0) return { cannot: 'as-before' };
  if ([...Object.values(before.fields), ...Object.values(now.fields)].includes(ERASED)) {
    return { cannot: 'erased' };
  }
  const wayOf = (fields: readonly string[]) => way(undoing, fields, commandOf);
  return {
    whole: wayOf(changed),
    rest: others.length > 0 && alone.length > 0 ? wayOf(alone) : undefined,
    conflicts: others.map((field) => conflictIn(field, undoing)),
  };
}

function way({ before, now }: Undoing, names: readonly string[], commandOf: CommandOf): Way {
  const earlier = Object.fromEntries(names.map((field) => [field, valueOf(before, field)]));
  const command = commandOf({ ...now.fields, ...earlier }, names);
  const changes = names.map((field) => ({
    field,
    from: valueOf(now, field),
    to: valueOf(before, field),
  }));
  if (names.includes('image')) return { command, changes, prepared: before.image };
  const movesWithName = command.name.startsWith('move-') && names.includes('name');
  return {
    command,
    changes,
    ...(movesWithName && { prepared: { name: before.fields['name'] ?? '' } }),
  };
}

function conflictIn(field: string, { after, now, later }: Undoing): Conflict {
  let thing = after;
  let since: StoredEvent | undefined;
  for (const event of later) {
    const next = thingAfter(thing, event);
    if (valueOf(next, field) !== valueOf(thing, field)) since = event;
    thing = next;
  }
  return { field, was: valueOf(after, field), is: valueOf(now, field), since };
}

const valueOf = ({ fields }: Thing, field: string): Value => fields[field] ?? null;

const differing = (one: Thing, other: Thing): string[] =>
  Object.keys({ ...one.fields, ...other.fields }).filter(
    (field) => valueOf(one, field) !== valueOf(other, field),
  );

function split<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}
