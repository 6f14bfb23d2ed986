import type { FolderAccess } from '@feusa/contracts/folders';
import type { UndoConflict, UndoNameTaken, UndoStep } from '@feusa/contracts/undo';
import { counted, exactTime } from '../format.js';
import { texts } from './texts.js';

const nouns: Record<string, string> = {
  folder: 'folder',
  file: 'document',
  link: 'link',
  employee: 'employee',
  user: 'account',
  error: texts.errorNotice,
  group: 'group',
  webhook: 'webhook',
};
const fields: Record<string, string> = {
  name: texts.name,
  place: texts.folder,
  role: 'Role',
  contents: texts.contents,
  image: texts.picture,
  fileVersion: texts.version,
  firstName: texts.firstName,
  lastName: texts.lastName,
  phoneNumber: texts.phone,
  mobile: texts.mobile,
  email: 'E-mail',
  managerId: 'Manager in the directory',
};
const roles: Record<string, string> = {
  admin: texts.administrator,
  auditor: texts.auditor,
  basic: texts.basicUser,
};

export const fieldLabel = (field: string): string =>
  fields[field] ?? field[0]!.toUpperCase() + field.slice(1);

const isUser = ({ stream }: UndoStep) => stream.startsWith('user-');

function accessText(value: string | null): string {
  const access = value === null ? null : (JSON.parse(value) as FolderAccess);
  return access ? texts.named(new Set([...access.read, ...access.manage]).size) : texts.asAbove;
}

/** A field's value as people read it. */
export function valueText(step: UndoStep, field: string, value: string | null): string {
  if (field === 'access') return accessText(value);
  if (value === null) return field === 'place' ? texts.atTheTop : 'none';
  if (field === 'members') return texts.people(value.split(' ').filter(Boolean).length);
  return field === 'role' && isUser(step) ? (roles[value] ?? value) : value;
}

/** 'the folder “Safety”'. */
const thing = ({ stream, name }: UndoStep): string => {
  const noun = nouns[stream.slice(0, stream.indexOf('-'))] ?? 'item';
  return name ? texts.the(noun, name) : `a ${noun}`;
};

/** What the compensating command does, as a sentence. */
export function stepText(step: UndoStep): string {
  const { command } = step;
  const what = thing(step);
  if (!command) return texts.staysAsItIs(capital(what));
  if (command === 'restore-file-version') return texts.getsBack(capital(what));
  if (command.startsWith('remove-')) return texts.willBeDeleted(capital(what));
  if (command.startsWith('restore-')) return texts.willBeRestored(capital(what));
  return texts.getsBack(capital(what));
}

/** What has the name already, and what becomes of the two. */
export function takenText({ state }: UndoStep, { kind, name, suggestion }: UndoNameTaken): string {
  const there = texts.aNamedAlreadyExists(kind, name);
  if (state === 'blocked') return texts.thisOneIsLeftOut(there);
  return texts.keepBothNamesThisOne(there, suggestion);
}

const verbs: Record<string, string> = { remove: 'deleted', restore: 'restored' };

/** '10 documents restored.' where that is all that came of it, else '10 changes undone.' */
export function outcomeText(
  kind: 'undo' | 'redo',
  count: number,
  did: Readonly<Record<string, number>>,
): string {
  const names = Object.keys(did).map((command) => command.split('-'));
  const [verb = ''] = new Set(names.map(([first = '']) => first));
  const isAll = Object.values(did).reduce((sum, n) => sum + n, 0) === count;
  const isOne = names.every(([first]) => first === verb) && verbs[verb] !== undefined;
  const noun = names.length === 1 ? (nouns[names[0]?.[1] ?? ''] ?? 'item') : 'item';
  if (count > 1 && isAll && isOne) return `${counted(count, noun)} ${verbs[verb]}.`;
  const what = count > 1 ? texts.change(count) : '';
  return capital(`${what}${kind === 'undo' ? 'undone' : texts.doneAgain}.`);
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Who changed a field since, and what it is now. */
export function conflictText(
  step: UndoStep,
  conflict: UndoConflict,
  me: string | undefined,
): string {
  const { field, is, by, byEmail, at } = conflict;
  if (field === 'contents') return texts.holdsItems(Number(is));
  const who = by === me ? texts.you : (byEmail ?? texts.somebodyElse);
  const when = at ? texts.on(exactTime(Date.parse(at))) : '';
  return texts.changedItTo(who, when, valueText(step, field, is));
}
