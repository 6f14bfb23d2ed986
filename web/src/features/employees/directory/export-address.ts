import { facetNames, type Filters } from '../search/filters.js';
import type { EmployeeSearch } from '../search/use-employee-search.js';

interface ExportedView {
  readonly search: Pick<EmployeeSearch, 'ids' | 'query'>;
  readonly filters: Filters;
  /** The moment on view, '' for now. */
  readonly at: string;
}

/** Where the people who are shown can be had as CSV. */
export function csvAddress({ search: { ids, query }, filters, at }: ExportedView): string {
  const params = new URLSearchParams({ format: 'csv' });
  if (ids !== null) params.set('q', query);
  for (const name of facetNames) for (const value of filters[name]) params.append(name, value);
  if (at !== '') params.set('at', at);
  return `/api/employees/export?${params.toString()}`;
}
