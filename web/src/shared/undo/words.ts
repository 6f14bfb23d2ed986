import type { UndoConflict, UndoNameTaken, UndoStep } from '@feusa/contracts/undo';
import { counted, exactTime } from '../format.js';

const nouns: Record<string, string> = {
  folder: 'folder',
  file: 'document',
  link: 'link',
  employee: 'employee',
  user: 'account',
  error: 'error notice',
};
const fields: Record<string, string> = {
  name: 'Name',
  place: 'Folder',
  role: 'Role',
  contents: 'Contents',
  image: 'Picture',
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone',
  mobile: 'Mobile',
  email: 'E-mail',
};
const roles: Record<string, string> = {
  admin: 'Administrator',
  auditor: 'Auditor',
  basic: 'Basic user',
};

export const fieldLabel = (field: string): string =>
  fields[field] ?? field[0]!.toUpperCase() + field.slice(1);

const isUser = ({ stream }: UndoStep) => stream.startsWith('user-');

/** A field's value as people read it. */
export function valueText(step: UndoStep, field: string, value: string | null): string {
  if (value === null) return field === 'place' ? 'at the top' : 'none';
  return field === 'role' && isUser(step) ? (roles[value] ?? value) : value;
}

/** 'the folder “Safety”'. */
const thing = ({ stream, name }: UndoStep): string => {
  const noun = nouns[stream.slice(0, stream.indexOf('-'))] ?? 'item';
  return name ? `the ${noun} “${name}”` : `a ${noun}`;
};

/** What the compensating command does, as a sentence. */
export function stepText(step: UndoStep): string {
  const { command } = step;
  const what = thing(step);
  if (!command) return `${capital(what)} stays as it is.`;
  if (command.startsWith('remove-')) return `${capital(what)} will be deleted.`;
  if (command.startsWith('restore-')) return `${capital(what)} will be restored.`;
  return `${capital(what)} gets its earlier values back.`;
}

/** What has the name already, and what becomes of the two. */
export function takenText({ state }: UndoStep, { kind, name, suggestion }: UndoNameTaken): string {
  const there = `A ${kind} named “${name}” already exists.`;
  if (state === 'blocked') return `${there} This one is left out.`;
  return `${there} Keep both names this one “${suggestion}”.`;
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
  const what = count > 1 ? `${counted(count, 'change')} ` : '';
  return capital(`${what}${kind === 'undo' ? 'undone' : 'done again'}.`);
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Who changed a field since, and what it is now. */
export function conflictText(
  step: UndoStep,
  conflict: UndoConflict,
  me: string | undefined,
): string {
  const { field, is, by, byEmail, at } = conflict;
  if (field === 'contents')
    return `It holds ${is} ${is === '1' ? 'item' : 'items'}, which would be deleted with it.`;
  const who = by === me ? 'You' : (byEmail ?? 'Somebody else');
  const when = at ? ` on ${exactTime(Date.parse(at))}` : '';
  return `${who} changed it${when} to ${valueText(step, field, is)}.`;
}
