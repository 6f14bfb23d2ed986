import type { EmployeeView } from '@feusa/contracts/employees';
import { ApiError, newCorrelation, send } from '../../../shared/api.js';
import { valuesOf } from '../form/conflict.js';

export const editable = ['role', 'location', 'department', 'manager', 'phoneNumber'] as const;
export type Editable = (typeof editable)[number];

/** One value for a column; `managerId` where several have the name of a manager. */
export interface NewValue {
  readonly column: Editable;
  readonly value: string;
  readonly managerId?: string | null | undefined;
}

export interface Outcome {
  readonly person: EmployeeView;
  readonly kind: 'changed' | 'same' | 'failed';
  readonly reason?: string;
}

export const hasAlready = (person: EmployeeView, { column, value, managerId }: NewValue): boolean =>
  person[column] === value.trim() &&
  (column !== 'manager' || managerId === undefined || managerId === (person.managerId ?? null));

/** So many are under way at once. */
const AT_ONCE = 8;

interface Run {
  readonly correlationId?: string;
  readonly onProgress: (done: number) => void;
}

/** Gives people the value, one command each, as one set; says what became of each, in their order. */
export async function updateAll(
  people: readonly EmployeeView[],
  to: NewValue,
  { correlationId = newCorrelation(), onProgress }: Run,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = people.entries();
  let done = 0;
  const work = async () => {
    for (const [index, person] of waiting) {
      outcomes[index] = await updateOne(person, to, correlationId);
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function updateOne(
  person: EmployeeView,
  to: NewValue,
  correlationId: string,
): Promise<Outcome> {
  if (hasAlready(person, to)) return { person, kind: 'same' };
  const { id, version } = person;
  const { column, value, managerId } = to;
  const chosen = column === 'manager' && managerId !== undefined ? { managerId } : {};
  const body = { ...valuesOf(person), [column]: value, ...chosen, id, version };
  try {
    await send('update-employee', body, correlationId);
    return { person, kind: 'changed' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { person, kind: 'failed', reason: error.fields[column] ?? error.detail };
  }
}
