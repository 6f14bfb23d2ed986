import type { CommandAnswer } from '@feusa/contracts/commands';
import type { EmployeeFields, EmployeeView } from '@feusa/contracts/employees';
import { isNoLongerThere, newCorrelation, send } from '../../shared/api.js';
import { employeeFacts } from '../../shared/conflicts/facts.js';
import { sendNaming } from '../../shared/conflicts/send-naming.js';
import { newRow, optimistically } from '../../shared/own-changes.js';
import { toast } from '../../shared/toast-store.js';
import { offerUndo } from '../../shared/undo/undo.js';
import { texts as shared } from '../../shared/texts.js';
import { texts } from './texts.js';

/** The key under which swr keeps everybody. */
export const DIRECTORY = 'directory';

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

const withExtra = (fields: EmployeeFields, { uploadId, managerId }: Extra) => ({
  ...fields,
  ...(uploadId && { uploadId }),
  ...(managerId !== undefined && { managerId }),
});

/** A picture that was uploaded, who is meant by the manager, and under which id the log keeps the command. */
interface Extra {
  readonly uploadId: string | undefined;
  /** Only of who is there already. */
  readonly removeImage: boolean;
  readonly managerId: string | null | undefined;
  readonly correlationId: string;
}

export function addEmployee(fields: EmployeeFields, extra: Extra): Promise<CommandAnswer> {
  const row: EmployeeView = { ...known(fields), ...newRow() };
  const { id } = row;
  const body = { ...withExtra(fields, extra), id };
  return optimistically([{ list: DIRECTORY, id, row }], () =>
    sendNaming('add-employee', body, about(fields, extra.correlationId)),
  );
}

export function updateEmployee(
  person: EmployeeView,
  fields: EmployeeFields,
  extra: Extra,
): Promise<CommandAnswer> {
  const { id, version, file, dateAdded, timestamp } = person;
  const managerId = extra.managerId ?? (fields.manager === person.manager && person.managerId);
  const row = {
    ...{ ...known(fields), id, version, dateAdded, timestamp },
    ...(file && !extra.removeImage && { file }),
    ...(managerId && { managerId }),
  };
  const removal = extra.removeImage && { removeImage: true };
  const body = { ...withExtra(fields, extra), ...removal, id, version };
  return optimistically([{ list: DIRECTORY, id, row }], () =>
    sendNaming('update-employee', body, about(fields, extra.correlationId)),
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
  try {
    await optimistically([{ list: DIRECTORY, id, row: null }], () =>
      send('remove-employee', { id }, correlationId),
    );
  } catch (error) {
    if (!isNoLongerThere(error)) throw error;
    return void toast({ text: shared.isNoLongerThere(fullName(person)) });
  }
  offerUndo(texts.deleted(fullName(person)), correlationId);
}
