import type { EmployeeFields } from '@feusa/contracts/employees';
import type { ImportChange, ImportFault, ImportRow } from '@feusa/contracts/imports';
import { Refusal } from '@feusa/contracts/refusals';
import { normalEmail } from '@feusa/contracts/text';
import { breathing } from '@feusa/platform/breathing';
import { newId } from '@feusa/platform/new-id';
import { employees, type EmployeeCommand } from '@feusa/domain/employees';
import type { BatchDirectory } from '../features/directory-index.js';
import type { Present } from './present.js';
import type { EmployeeRows, EmployeeRow, RefusedRow } from './employees.js';

/** A row, and the command that it comes to, where it comes to any. */
export interface Step {
  readonly row: ImportRow;
  readonly command?: EmployeeCommand;
}

interface PlanContext {
  /** Those who are there, by e-mail address in its normal form. */
  readonly present: ReadonlyMap<string, readonly Present[]>;
  readonly directory: BatchDirectory;
  /** Ids that were given to new people before, by e-mail address. */
  readonly ids: ReadonlyMap<string, string>;
}

/** What becomes of each row, in the order of the file, each after those before it. */
export async function planRows(people: EmployeeRows, context: PlanContext): Promise<Step[]> {
  const all = [...people.rows, ...people.refused].toSorted((a, b) => a.line - b.line);
  const steps: Step[] = [];
  const breathe = breathing();
  for (const row of all) {
    await breathe();
    steps.push('fields' in row ? stepOf(row, people, context) : { row: refusedOf(row, people) });
  }
  return steps;
}

function stepOf(row: EmployeeRow, { given }: EmployeeRows, context: PlanContext): Step {
  const { email } = row.fields;
  const [there, another] = context.present.get(normalEmail(email)) ?? [];
  if (another) {
    const reason = 'Several people of the directory have this address';
    return { row: refusal(headOf(row), [{ field: 'email', reason }]) };
  }
  if (!there) {
    const id = context.ids.get(normalEmail(email)) ?? newId();
    return decided(
      row,
      { name: 'add-employee', body: { ...row.fields, id, uploadId: undefined } },
      context,
      {
        row: { ...headOf(row), outcome: 'add', id },
      },
    );
  }
  return changeOf(row, there, given, context);
}

function changeOf(
  row: EmployeeRow,
  there: Present,
  given: EmployeeRows['given'],
  context: PlanContext,
): Step {
  const { id, version, record } = there;
  const fields = given.has('mobile') ? row.fields : { ...row.fields, mobile: record.mobile };
  const changes = changesOf(record, fields);
  if (changes.length === 0) return { row: { ...headOf(row), outcome: 'same', id } };
  const body = { ...fields, id, version, uploadId: undefined };
  const step: Step = { row: { ...headOf(row), outcome: 'change', id, changes } };
  return decided(row, { name: 'update-employee', body }, { ...context, there }, step);
}

/** The step with its command, or the refusal that it would meet. */
function decided(
  row: EmployeeRow,
  command: EmployeeCommand & { readonly body: { readonly id?: string | undefined } },
  { directory, there }: PlanContext & { readonly there?: Present },
  step: Step,
): Step {
  const id = command.body.id ?? '';
  const state = there
    ? employees.evolve(employees.initial, { type: 'EmployeeUpdated', data: there.record })
    : employees.initial;
  try {
    const context = { id, version: there?.version ?? 0, directory };
    const event = employees.decide(command, state, context);
    if (event) directory.take(id, event);
    return { ...step, command };
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return { row: refusal(headOf(row), faultsOf(fault)) };
  }
}

const names: readonly (keyof EmployeeFields)[] = [
  ...(['firstName', 'lastName', 'phoneNumber', 'mobile', 'email'] as const),
  ...(['role', 'location', 'department', 'manager'] as const),
];

const changesOf = (before: Present['record'], after: EmployeeFields): ImportChange[] =>
  names.flatMap((field) => {
    const [from, to] = [before[field] ?? '', after[field] ?? ''];
    return from === to ? [] : [{ field, from, to }];
  });

const headOf = ({ line, fields }: EmployeeRow) => ({
  line,
  name: `${fields.firstName} ${fields.lastName}`,
  email: fields.email,
});

function faultsOf({ facts, message }: Refusal): readonly ImportFault[] {
  const fields = Object.keys((facts['fields'] as object | undefined) ?? {});
  return fields.length === 0
    ? [{ field: null, reason: message }]
    : fields.map((field) => ({ field, reason: message }));
}

function refusal(head: ReturnType<typeof headOf>, faults: readonly ImportFault[]): ImportRow {
  const { field = null, reason = '' } = faults[0] ?? {};
  return { ...head, outcome: 'refused', field, reason, faults };
}

/** What can be told of a row that cannot be read. */
function refusedOf({ line, cells, faults }: RefusedRow, { header }: EmployeeRows): ImportRow {
  const cell = (name: string) =>
    (
      cells[header.findIndex((each) => each.replace(/[\s_-]/g, '').toLowerCase() === name)] ?? ''
    ).trim();
  const name = `${cell('firstname')} ${cell('lastname')}`.trim();
  return refusal({ line, name, email: cell('email') }, faults);
}
