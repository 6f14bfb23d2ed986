import type { EmployeeView } from '@feusa/contracts/employees';

export const facetNames = ['location', 'department'] as const;
export type FacetName = (typeof facetNames)[number];
export type Filters = Readonly<Record<FacetName, readonly string[]>>;

export const noFilters: Filters = { location: [], department: [] };

export const isFiltered = (filters: Filters): boolean =>
  facetNames.some((name) => filters[name].length > 0);

const passes = (row: EmployeeView, filters: Filters, except?: FacetName): boolean =>
  facetNames.every(
    (name) => name === except || filters[name].length === 0 || filters[name].includes(row[name]),
  );

export const applyFilters = (
  rows: readonly EmployeeView[],
  filters: Filters,
): readonly EmployeeView[] =>
  isFiltered(filters) ? rows.filter((row) => passes(row, filters)) : rows;

export interface FacetValue {
  readonly value: string;
  readonly count: number;
  readonly selected: boolean;
}

const collator = new Intl.Collator('en', { numeric: true });

/** The values of a facet with how many people each would show, given the other filters. */
export function facetValues(
  rows: readonly EmployeeView[],
  filters: Filters,
  name: FacetName,
): readonly FacetValue[] {
  const counts = new Map(filters[name].map((value) => [value, 0]));
  for (const row of rows)
    if (passes(row, filters, name)) counts.set(row[name], (counts.get(row[name]) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count, selected: filters[name].includes(value) }))
    .sort((a, b) => collator.compare(a.value, b.value));
}

export const toggle = (filters: Filters, name: FacetName, value: string): Filters => ({
  ...filters,
  [name]: filters[name].includes(value)
    ? filters[name].filter((other) => other !== value)
    : [...filters[name], value],
});
