import type { EmployeeView } from '@feusa/contracts/employees';
import { orgChart, type OrgChart } from '@feusa/contracts/org-chart';
import type { OwnChange } from '../../../shared/own-changes.js';

const collator = new Intl.Collator('en', { sensitivity: 'variant', numeric: false });

/** The server's order: first name, last name, then the id so that namesakes stay put. */
export const compareEmployees = (a: EmployeeView, b: EmployeeView): number =>
  collator.compare(a.firstName, b.firstName) ||
  collator.compare(a.lastName, b.lastName) ||
  (a.id < b.id ? -1 : Number(a.id > b.id));

/** The whole directory in the order of the screen, with every row also by its id. */
export interface Directory {
  readonly rows: readonly EmployeeView[];
  readonly byId: ReadonlyMap<string, EmployeeView>;
}

/** One row put, or taken away where there is no `value`. */
export interface RowChange {
  readonly id: string;
  readonly value?: EmployeeView | null | undefined;
}

const charts = new WeakMap<Directory, OrgChart>();

/** Who reports to whom, drawn once for each list. */
export function chartOf(directory: Directory): OrgChart {
  const known = charts.get(directory) ?? orgChart(directory.rows);
  charts.set(directory, known);
  return known;
}

export function directoryOf(employees: readonly EmployeeView[]): Directory {
  const rows = isSorted(employees) ? employees : employees.toSorted(compareEmployees);
  return { rows, byId: new Map(rows.map((row) => [row.id, row])) };
}

const isSorted = (rows: readonly EmployeeView[]) =>
  rows.every((row, index) => {
    const next = rows[index + 1];
    return next === undefined || compareEmployees(row, next) <= 0;
  });

/** Beyond this many changes at once, sorting everything costs less than placing each. */
const MANY = 60;

/** The directory after the changes; a row older than the one it would replace is left out. */
export function applyChanges(directory: Directory, changes: readonly RowChange[]): Directory {
  const news = changes.filter(({ id, value }) => {
    const before = directory.byId.get(id);
    return value ? !before || before.version <= value.version : before !== undefined;
  });
  if (news.length === 0) return directory;
  const byId = new Map(directory.byId);
  const rows = news.length > MANY ? undefined : [...directory.rows];
  for (const { id, value } of news) {
    const before = byId.get(id);
    if (value) byId.set(id, value);
    else byId.delete(id);
    if (!rows) continue;
    if (before) rows.splice(placeOf(rows, before), 1);
    if (value) rows.splice(placeOf(rows, value), 0, value);
  }
  return { rows: rows ?? [...byId.values()].sort(compareEmployees), byId };
}

/** The directory as this person has left it; of several changes to a row the last counts. */
export const withOwn = (directory: Directory, own: readonly OwnChange<EmployeeView>[]): Directory =>
  applyChanges(directory, [
    ...new Map(own.map(({ id, row }) => [id, { id, value: row }] as const)).values(),
  ]);

/** Index of the first row that does not sort before `row`. */
function placeOf(rows: readonly EmployeeView[], row: EmployeeView): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = rows[middle];
    if (other !== undefined && compareEmployees(other, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
