import type { CommandAnswer } from '@feusa/contracts/commands';
import type { EmployeeFields, EmployeeView } from '@feusa/contracts/employees';
import { newCorrelation, send } from '../../shared/api.js';
import { employeeFacts } from '../../shared/conflicts/facts.js';
import { sendPlaced } from '../../shared/conflicts/send-placed.js';
import { offerUndo } from '../../shared/undo/undo.js';
import { optimistically } from './own-store.js';

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

const TEMPORARY = 'saving-';
export const isTemporary = (id: string): boolean => id.startsWith(TEMPORARY);
let drafts = 0;

const withUpload = (fields: EmployeeFields, uploadId: string | undefined) =>
  uploadId ? { ...fields, uploadId } : fields;

/** A picture that was uploaded, and under which id the log keeps the command. */
interface Extra {
  readonly uploadId: string | undefined;
  readonly correlationId: string;
}

export function addEmployee(
  fields: EmployeeFields,
  { uploadId, correlationId }: Extra,
): Promise<CommandAnswer> {
  const now = new Date();
  const draft: EmployeeView = {
    ...known(fields),
    id: `${TEMPORARY}${(drafts += 1)}`,
    dateAdded: now.toUTCString().slice(5, 16),
    timestamp: now.getTime(),
    version: 0,
  };
  return optimistically(draft.id, draft, () =>
    sendPlaced('add-employee', withUpload(fields, uploadId), about(fields, correlationId)),
  );
}

export function updateEmployee(
  person: EmployeeView,
  fields: EmployeeFields,
  { uploadId, correlationId }: Extra,
): Promise<CommandAnswer> {
  const { id, version, file, dateAdded, timestamp } = person;
  const draft = { ...known(fields), id, version, dateAdded, timestamp, ...(file && { file }) };
  const body = { ...withUpload(fields, uploadId), id, version };
  return optimistically(id, draft, () =>
    sendPlaced('update-employee', body, about(fields, correlationId)),
  );
}

const about = (fields: EmployeeFields, correlationId: string) => ({
  correlationId,
  name: fullName(fields),
  mine: employeeFacts(fields),
});

/** Without the keys that are only there as undefined. */
function known({ mobile, ...fields }: EmployeeFields) {
  return { ...fields, ...(mobile && { mobile }) };
}

/** Takes a person off the list and offers to bring them back. */
export async function removeEmployee(person: EmployeeView): Promise<void> {
  const correlationId = newCorrelation();
  await optimistically(person.id, null, () =>
    send('remove-employee', { id: person.id }, correlationId),
  );
  offerUndo(`${fullName(person)} deleted`, correlationId);
}
