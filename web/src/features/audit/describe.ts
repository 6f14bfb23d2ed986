import type { EventType } from '@feusa/contracts/events';
import { lettersOf } from '../../shared/letters.js';
import type { LogEvent } from './log-event.js';
import { texts } from './texts.js';

/**
 * What is known of the things that events are about: e-mails of users, names of the rest, by stream; what a
 * renamed folder was called before, by the position of its event.
 */
export type Names = ReadonlyMap<string, string>;

type Describe = {
  readonly [T in EventType]: (event: Extract<LogEvent, { type: T }>, names: Names) => string;
};

const quoted = (name: string) => `“${name}”`;
const named = (what: string, stream: string, names: Names) => {
  const name = names.get(stream);
  return name ? texts.named(what, quoted(name)) : texts.a(what);
};
const inFolder = (id: string | null, names: Names) => {
  if (id === null) return texts.atTheTop;
  const name = names.get(`folder-${id}`);
  return name ? texts.inFolder(quoted(name)) : texts.inAFolder;
};
const intoFolder = (id: string | null, names: Names) => {
  if (id === null) return texts.toTheTop;
  const name = names.get(`folder-${id}`);
  return name ? texts.into(quoted(name)) : texts.intoAnotherFolder;
};
/** By the name that it had before an event. */
const earlier = (what: string, position: string, names: Names) => {
  const before = names.get(position);
  return before ? texts.named(what, quoted(before)) : texts.a(what);
};
/** So many are named in a line. */
const FEW = 5;
/** Groups and people, as far as it is still known what they are called. */
const holders = (ids: readonly string[], names: Names) => {
  const named = namesOf(ids.slice(0, FEW), names);
  return ids.length > FEW ? texts.andOthers(named, ids.length - FEW) : named;
};
export const namesOf = (ids: readonly string[], names: Names): string =>
  ids
    .map((id) => names.get(`group-${id}`) ?? names.get(`user-${id}`) ?? texts.unknownName)
    .join(', ') || texts.nobody;
const user = (stream: string, names: Names) => names.get(stream) ?? texts.aUser;
const person = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
const roles = { admin: texts.anAdministrator, auditor: texts.anAuditor, basic: texts.aBasicUser };

/** Every type of event in words; a new type does not compile until it has some. */
const words: Describe = {
  FolderAdded: ({ data }, names) =>
    texts.addedTheFolder(quoted(data.name), inFolder(data.parentId, names)),
  FolderRenamed: ({ data, position }, names) =>
    texts.renamedTo(earlier('folder', position, names), quoted(data.name)),
  FolderMoved: ({ stream, data }, names) =>
    texts.moved(named('folder', stream, names), intoFolder(data.parentId, names)),
  FolderRemoved: ({ stream }, names) => texts.deleted(named('folder', stream, names)),
  FolderRestored: ({ stream }, names) => texts.restored(named('folder', stream, names)),
  FolderPurged: ({ stream }, names) => texts.purged(named('folder', stream, names)),
  FolderAccessSet: ({ stream, data: { access } }, names) => {
    const folder = named('folder', stream, names);
    if (!access) return texts.openedTheFolder(folder);
    return texts.restrictedTheFolder(
      folder,
      holders(access.read, names),
      holders(access.manage, names),
    );
  },
  FileAdded: ({ data }, names) =>
    data.copyOf === undefined
      ? texts.addedTheDocument(quoted(data.name), inFolder(data.folderId, names))
      : texts.copied(
          named('document', `file-${data.copyOf}`, names),
          intoFolder(data.folderId, names),
        ),
  FileRenamed: ({ data, position }, names) =>
    texts.renamedTo(earlier('document', position, names), quoted(data.name)),
  FileMoved: ({ stream, data }, names) =>
    texts.moved(named('document', stream, names), intoFolder(data.folderId, names)),
  FileRemoved: ({ stream }, names) => texts.deleted(named('document', stream, names)),
  FileRestored: ({ stream }, names) => texts.restored(named('document', stream, names)),
  FilePurged: ({ stream }, names) => texts.purged(named('document', stream, names)),
  FileReplaced: ({ stream, data }, names) => {
    const note = data.note ? `: ${quoted(data.note)}` : '';
    return texts.replaced(named('document', stream, names), data.fileVersion) + note;
  },
  FileVersionRestored: ({ stream, data }, names) =>
    texts.restoredVersion(named('document', stream, names), data.from),
  AcknowledgementAsked: ({ stream, data }, names) =>
    texts.askedToAcknowledge(
      named('document', stream, names),
      data.fileVersion,
      'everyone' in data.from
        ? texts.everybody
        : holders([...(data.from.groups ?? []), ...(data.from.users ?? [])], names),
    ),
  AcknowledgementWithdrawn: ({ stream }, names) =>
    texts.noLongerAsks(named('document', stream, names)),
  FileAcknowledged: ({ stream, data }, names) =>
    texts.acknowledged(named('document', stream, names), data.fileVersion),
  LinkAdded: ({ data }, names) =>
    data.copyOf === undefined
      ? texts.addedTheLink(quoted(data.name), inFolder(data.folderId, names))
      : texts.copied(named('link', `link-${data.copyOf}`, names), intoFolder(data.folderId, names)),
  LinkEdited: ({ data, position }, names) =>
    texts.edited(earlier('link', position, names), quoted(data.name), data.link),
  LinkMoved: ({ stream, data }, names) =>
    texts.moved(named('link', stream, names), intoFolder(data.folderId, names)),
  LinkRemoved: ({ stream }, names) => texts.deleted(named('link', stream, names)),
  LinkRestored: ({ stream }, names) => texts.restored(named('link', stream, names)),
  LinkPurged: ({ stream }, names) => texts.purged(named('link', stream, names)),
  EmployeeAdded: ({ data }) => texts.addedToTheDirectory(person(data), data.role),
  EmployeeUpdated: ({ data }) => texts.changedTheEntryOf(person(data)),
  EmployeeRemoved: ({ stream }, names) =>
    texts.deletedFromTheDirectory(names.get(stream) ?? texts.anEmployee),
  EmployeeRestored: ({ stream }, names) =>
    texts.restoredToTheDirectory(names.get(stream) ?? texts.anEmployee),
  ProfileChangeRequested: ({ stream }, names) =>
    texts.askedFor(names.get(stream) ?? texts.anEmployee),
  ProfileChangeDeclined: ({ stream, data }, names) =>
    texts.declined(names.get(stream) ?? texts.anEmployee, quoted(data.reason)),
  ProfileChangeWithdrawn: ({ stream }, names) =>
    texts.withdrew(names.get(stream) ?? texts.anEmployee),
  PersonErased: () => texts.erasedPerson,
  UserRegistered: ({ data }) => texts.registeredAs(data.email, roles[data.role]),
  UserInvited: ({ data }) => texts.invitedAs(data.email, roles[data.role]),
  InvitationWithdrawn: ({ stream }, names) => texts.withdrewTheInvitation(user(stream, names)),
  UserRoleSet: ({ stream, data }, names) =>
    texts.changedRole(user(stream, names), roles[data.role], roles[data.from]),
  UserSuspended: ({ stream }, names) => texts.suspended(user(stream, names)),
  UserReinstated: ({ stream }, names) => texts.reinstated(user(stream, names)),
  UserRemoved: ({ stream }, names) => texts.deleted(user(stream, names)),
  ErrorLogged: ({ data }) => texts.reportedAnError(data.details),
  ErrorRemoved: ({ stream }, names) => texts.dismissed(named('error', stream, names)),
  ErrorErased: () => texts.erasedReport,
  GroupAdded: ({ data }) => texts.addedTheGroup(quoted(data.name)),
  GroupRenamed: ({ data, position }, names) =>
    texts.renamedTo(earlier('group', position, names), quoted(data.name)),
  GroupMembersSet: ({ stream, data }, names) =>
    texts.setMembers(named('group', stream, names), holders(data.userIds, names)),
  GroupRemoved: ({ stream }, names) => texts.deleted(named('group', stream, names)),
  WebhookAdded: ({ data }) => texts.addedTheWebhook(data.url),
  WebhookRemoved: ({ stream }, names) => texts.deleted(named('webhook', stream, names)),
  WebhookRestored: ({ stream }, names) => texts.restored(named('webhook', stream, names)),
  GroupRestored: ({ stream }, names) => texts.restored(named('group', stream, names)),
  ErrorRestored: ({ stream }, names) => texts.restored(named('error', stream, names)),
};

export const eventTypes = Object.keys(words) as EventType[];

/** Also for a type that this page does not know yet. */
export function describeEvent(event: LogEvent, names: Names): string {
  const describe = words[event.type] as ((event: LogEvent, names: Names) => string) | undefined;
  return describe ? describe(event, names) : event.type;
}

/** A line shows the ending of a long name too, as the lists of files do. */
export const withShortNames = (words: string, most: number): string =>
  words.replace(/“([^”]*)”/g, (whole, name: string) =>
    name.length > most ? quoted(shortened(name, most)) : whole,
  );

const ENDING = 10;

function shortened(name: string, most: number): string {
  const letters = lettersOf(name);
  if (letters.length <= most) return name;
  return `${letters.slice(0, most - ENDING - 1).join('')}…${letters.slice(-ENDING).join('')}`;
}

/** What the thing of a stream is called. */
export const nounOf = (stream: string): string =>
  texts.nouns[stream.slice(0, stream.indexOf('-'))] ?? texts.item;

/** 'FolderAdded' as 'Folder added'. */
export const typeLabel = (type: string): string =>
  type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
