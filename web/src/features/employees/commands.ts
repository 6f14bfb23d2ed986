import type { CommandAnswer } from '@feusa/contracts/commands';
import type { EmployeeFields, EmployeeView } from '@feusa/contracts/employees';
import { ApiError, send } from '../../shared/api.js';
import { toast } from '../../shared/toast-store.js';
import { optimistically } from './own-store.js';

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

const TEMPORARY = 'saving-';
export const isTemporary = (id: string): boolean => id.startsWith(TEMPORARY);
let drafts = 0;

const withUpload = (fields: EmployeeFields, uploadId: string | undefined) =>
  uploadId ? { ...fields, uploadId } : fields;

export function addEmployee(fields: EmployeeFields, uploadId?: string): Promise<CommandAnswer> {
  const now = new Date();
  const draft: EmployeeView = {
    ...known(fields),
    id: `${TEMPORARY}${(drafts += 1)}`,
    dateAdded: now.toUTCString().slice(5, 16),
    timestamp: now.getTime(),
    version: 0,
  };
  return optimistically(draft.id, draft, () => send('add-employee', withUpload(fields, uploadId)));
}

export function updateEmployee(
  person: EmployeeView,
  fields: EmployeeFields,
  uploadId?: string,
): Promise<CommandAnswer> {
  const { id, version, file, dateAdded, timestamp } = person;
  const draft = { ...known(fields), id, version, dateAdded, timestamp, ...(file && { file }) };
  const body = { ...withUpload(fields, uploadId), id, version };
  return optimistically(id, draft, () => send('update-employee', body));
}

/** Without the keys that are only there as undefined. */
function known({ mobile, ...fields }: EmployeeFields) {
  return { ...fields, ...(mobile && { mobile }) };
}

/** Takes a person off the list and offers to bring them back. */
export async function removeEmployee(person: EmployeeView): Promise<void> {
  await optimistically(person.id, null, () => send('remove-employee', { id: person.id }));
  toast({
    text: `${fullName(person)} is removed`,
    action: { label: 'Undo', run: () => restoreEmployee(person) },
  });
}

async function restoreEmployee(person: EmployeeView): Promise<void> {
  const body = { id: person.id };
  try {
    await optimistically(person.id, person, () => send('restore-employee', body));
    toast({ text: `${fullName(person)} is back` });
  } catch (error) {
    const why = error instanceof ApiError ? error.detail : '';
    toast({
      tone: 'danger',
      text: `${fullName(person)} is still removed. ${why}`,
      action: { label: 'Try again', run: () => restoreEmployee(person) },
    });
  }
}
