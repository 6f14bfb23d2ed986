import type { EmployeeFields } from '@feusa/contracts/employees';
import type { Command } from './decider.js';
import type { Thing, Value } from './things.js';

/** What a command of an undo is for; `version` is that of the stream as it stands. */
interface Target {
  readonly id: string;
  readonly version: number;
}

/** Puts a folder back, or gives it its name where it was not moved. */
export function moveOf(
  { id }: Target,
  { name, place }: Thing['fields'],
  names: readonly string[],
): Command {
  return names.includes('place')
    ? { name: 'move-folder', body: { id, parentId: place ?? null } }
    : { name: 'rename-folder', body: { id, name: name ?? '' } };
}

export const suspensionOf = (name: 'suspend-user' | 'reinstate-user', { id }: Target): Command => ({
  name,
  body: { id },
});

export const renameOf = ({ id }: Target, name: Value | undefined): Command => ({
  name: 'rename-file',
  body: { id, name: name ?? '' },
});

export const editOf = ({ id }: Target, { name, link }: Thing['fields']): Command => ({
  name: 'edit-link',
  body: { id, name: name ?? '', link: link ?? '' },
});

export function updateOf(
  { id, version }: Target,
  { mobile, managerId, image: _image, ...fields }: Thing['fields'],
) {
  const record = { ...(fields as unknown as EmployeeFields), mobile: mobile ?? undefined };
  return {
    name: 'update-employee' as const,
    body: { ...record, managerId: managerId ?? null, id, version, uploadId: undefined },
  };
}

const OWN: ReadonlySet<string> = new Set(['phoneNumber', 'mobile', 'image']);

/** The same by whoever may change no more of themselves; undefined where it is more. */
export function asOwnChange(command: Command, fields: readonly string[]): Command | undefined {
  if (command.name !== 'update-employee' || !fields.every((field) => OWN.has(field)))
    return undefined;
  const { id, phoneNumber, mobile } = command.body;
  const body = { id, phoneNumber, mobile: mobile ?? null, uploadId: undefined };
  return { name: 'update-own-profile', body };
}
