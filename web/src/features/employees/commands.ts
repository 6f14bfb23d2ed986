import type { CommandAnswer } from '@feusa/contracts/commands';
import type { EmployeeFields, EmployeeView } from '@feusa/contracts/employees';
import { newCorrelation, send } from '../../shared/api.js';
import { employeeFacts } from '../../shared/conflicts/facts.js';
import { sendPlaced } from '../../shared/conflicts/send-placed.js';
import { newRow, optimistically } from '../../shared/own-changes.js';
import { offerUndo } from '../../shared/undo/undo.js';
import { texts } from './texts.js';

/** The key under which swr keeps everybody. */
export const DIRECTORY = 'directory';

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

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
  const row: EmployeeView = { ...known(fields), ...newRow() };
  const { id } = row;
  const body = { ...withUpload(fields, uploadId), id };
  return optimistically([{ list: DIRECTORY, id, row }], () =>
    sendPlaced('add-employee', body, about(fields, correlationId)),
  );
}

export function updateEmployee(
  person: EmployeeView,
  fields: EmployeeFields,
  { uploadId, correlationId }: Extra,
): Promise<CommandAnswer> {
  const { id, version, file, dateAdded, timestamp } = person;
  const row = { ...known(fields), id, version, dateAdded, timestamp, ...(file && { file }) };
  const body = { ...withUpload(fields, uploadId), id, version };
  return optimistically([{ list: DIRECTORY, id, row }], () =>
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
  const { id } = person;
  const correlationId = newCorrelation();
  await optimistically([{ list: DIRECTORY, id, row: null }], () =>
    send('remove-employee', { id }, correlationId),
  );
  offerUndo(texts.deleted(fullName(person)), correlationId);
}
