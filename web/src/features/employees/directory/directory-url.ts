import { facetNames, noFilters, type Filters } from '../search/filters.js';

/** Everything about the screen that a link to it carries. */
export interface DirectoryUrl {
  readonly q: string;
  readonly filters: Filters;
  readonly person: string | null;
}

export function readUrl(search: string): DirectoryUrl {
  const params = new URLSearchParams(search);
  const filters = { ...noFilters };
  for (const name of facetNames) filters[name] = [...new Set(params.getAll(name))];
  return { q: params.get('q') ?? '', filters, person: params.get('person') };
}

export function writeUrl({ q, filters, person }: DirectoryUrl): string {
  const params = new URLSearchParams();
  if (q.trim() !== '') params.set('q', q);
  for (const name of facetNames) for (const value of filters[name]) params.append(name, value);
  if (person) params.set('person', person);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
