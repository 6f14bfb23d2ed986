import type { EventType } from '@feusa/contracts/events';
import type { LogEvent } from './log-event.js';

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
  return name ? `the ${what} ${quoted(name)}` : `a ${what}`;
};
const inFolder = (id: string | null, names: Names) => {
  if (id === null) return 'at the top';
  const name = names.get(`folder-${id}`);
  return name ? `in ${quoted(name)}` : 'in a folder';
};
const intoFolder = (id: string | null, names: Names) => {
  if (id === null) return 'to the top';
  const name = names.get(`folder-${id}`);
  return name ? `into ${quoted(name)}` : 'into another folder';
};
const user = (stream: string, names: Names) => names.get(stream) ?? 'a user';
const person = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
const roles = { admin: 'an administrator', auditor: 'an auditor', basic: 'a basic user' };

/** Every type of event in words; a new type does not compile until it has some. */
const words: Describe = {
  FolderAdded: ({ data }, names) =>
    `added the folder ${quoted(data.name)} ${inFolder(data.parentId, names)}`,
  FolderRenamed: ({ data, position }, names) => {
    const before = names.get(position);
    const folder = before ? `the folder ${quoted(before)}` : 'a folder';
    return `renamed ${folder} to ${quoted(data.name)}`;
  },
  FolderMoved: ({ stream, data }, names) =>
    `moved ${named('folder', stream, names)} ${intoFolder(data.parentId, names)}`,
  FolderRemoved: ({ stream }, names) => `deleted ${named('folder', stream, names)}`,
  FolderRestored: ({ stream }, names) => `restored ${named('folder', stream, names)}`,
  FileAdded: ({ data }, names) =>
    `added the document ${quoted(data.name)} ${inFolder(data.folderId, names)}`,
  FileRemoved: ({ stream }, names) => `deleted ${named('document', stream, names)}`,
  FileRestored: ({ stream }, names) => `restored ${named('document', stream, names)}`,
  LinkAdded: ({ data }, names) =>
    `added the link ${quoted(data.name)} ${inFolder(data.folderId, names)}`,
  LinkRemoved: ({ stream }, names) => `deleted ${named('link', stream, names)}`,
  LinkRestored: ({ stream }, names) => `restored ${named('link', stream, names)}`,
  EmployeeAdded: ({ data }) => `added ${person(data)}, ${data.role}, to the directory`,
  EmployeeUpdated: ({ data }) => `changed the entry of ${person(data)}`,
  EmployeeRemoved: ({ stream }, names) =>
    `deleted ${names.get(stream) ?? 'an employee'} from the directory`,
  EmployeeRestored: ({ stream }, names) =>
    `restored ${names.get(stream) ?? 'an employee'} to the directory`,
  PersonErased: () => 'erased what was known of a person',
  UserRegistered: ({ data }) => `registered ${data.email} as ${roles[data.role]}`,
  UserRoleSet: ({ stream, data }, names) =>
    `made ${user(stream, names)} ${roles[data.role]} (was ${roles[data.from]})`,
  UserRemoved: ({ stream }, names) => `deleted ${user(stream, names)}`,
  ErrorLogged: ({ data }) => `reported an error: ${data.details}`,
  ErrorRemoved: ({ stream }, names) => `dismissed ${named('error', stream, names)}`,
  ErrorErased: () => 'erased an error report that told of a person',
  ErrorRestored: ({ stream }, names) => `restored ${named('error', stream, names)}`,
};

export const eventTypes = Object.keys(words) as EventType[];

/** Also for a type that this page does not know yet. */
export function describeEvent(event: LogEvent, names: Names): string {
  const describe = words[event.type] as ((event: LogEvent, names: Names) => string) | undefined;
  return describe ? describe(event, names) : event.type;
}

const nouns: Readonly<Record<string, string>> = {
  ...{ folder: 'folder', file: 'document', link: 'link', employee: 'employee' },
  ...{ user: 'user', error: 'error report' },
};

/** What the thing of a stream is called. */
export const nounOf = (stream: string): string =>
  nouns[stream.slice(0, stream.indexOf('-'))] ?? 'item';

/** 'FolderAdded' as 'Folder added'. */
export const typeLabel = (type: string): string =>
  type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
