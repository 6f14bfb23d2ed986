import type { EmployeeView } from '@feusa/contracts/employees';
import { digitsOf } from '@feusa/contracts/phone';
import { compareEmployees } from '../directory/directory.js';
import { texts } from '../texts.js';

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const ids = [
  ...(['name', 'role', 'phoneNumber', 'mobile', 'email'] as const),
  ...(['location', 'department', 'manager', 'added'] as const),
];
export type ColumnId = (typeof ids)[number];

export interface Column {
  readonly id: ColumnId;
  readonly label: string;
  /** Least width in pixels, all together as wide as a window of 1280; what is left of a wide window is shared out in the same proportions. */
  readonly width: number;
  readonly compare: (one: EmployeeView, other: EmployeeView) => number;
}

const widths: Readonly<Record<ColumnId, number>> = {
  ...{ name: 158, role: 136, phoneNumber: 125, mobile: 125, email: 185 },
  ...{ location: 100, department: 112, manager: 122, added: 105 },
};

/** People without a number come last. */
const byDigits = (one = '', other = '') =>
  Number(one === '') - Number(other === '') || collator.compare(digitsOf(one), digitsOf(other));

const compares: Readonly<Partial<Record<ColumnId, Column['compare']>>> = {
  name: compareEmployees,
  phoneNumber: (one, other) => byDigits(one.phoneNumber, other.phoneNumber),
  mobile: (one, other) => byDigits(one.mobile, other.mobile),
  added: (one, other) => one.timestamp - other.timestamp,
};

type TextColumn = Exclude<ColumnId, 'name' | 'added'>;
const byText = (id: TextColumn): Column['compare'] => {
  return (one, other) => collator.compare(one[id] ?? '', other[id] ?? '');
};

const labels: Readonly<Record<ColumnId, string>> = {
  ...texts.fields,
  name: texts.name,
  added: texts.added,
};

/** In the order in which they are shown; the name is always there. */
export const columns: readonly Column[] = ids.map((id) => ({
  ...{ id, label: labels[id], width: widths[id] },
  compare: compares[id] ?? byText(id as TextColumn),
}));

export interface Sort {
  readonly by: ColumnId;
  readonly isDown: boolean;
}

/** Another list, sorted by a column; equal ones stay in the order of the directory. */
export function sortedBy(
  people: readonly EmployeeView[],
  sort: Sort | null,
): readonly EmployeeView[] {
  const column = columns.find(({ id }) => id === sort?.by);
  if (!column || !sort) return people;
  const sign = sort.isDown ? -1 : 1;
  return people.toSorted(
    (one, other) => sign * column.compare(one, other) || compareEmployees(one, other),
  );
}

/** What a click on the head of a column comes to: up, down, as before. */
export function nextSort(sort: Sort | null, by: ColumnId): Sort | null {
  if (sort?.by !== by) return { by, isDown: false };
  return sort.isDown ? null : { by, isDown: true };
}
