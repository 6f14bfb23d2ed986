import type { EmployeeView } from '@feusa/contracts/employees';
import { useEffect, useMemo } from 'react';
import { usePast } from '../../../shared/past.js';
import type { Directory } from './directory.js';
import { applyFilters, isFiltered, type Filters } from '../search/filters.js';
import { termsOf } from '../search/match.js';
import { useEmployeeSearch, type EmployeeSearch } from '../search/use-employee-search.js';

export interface ListedEmployees {
  readonly search: EmployeeSearch;
  /** Everybody, or whom the search found; what the filters choose from. */
  readonly found: readonly EmployeeView[];
  readonly shown: readonly EmployeeView[];
  readonly terms: ReturnType<typeof termsOf>;
  /** Names this list: another one starts at its top. */
  readonly list: string;
}

/** Filters look at so many hits at most. */
const FILTERED_HITS = 1000;

export function useEmployees(
  directory: Directory,
  position: string | undefined,
  text: string,
  filters: Filters,
): ListedEmployees {
  const at = usePast();
  const search = useEmployeeSearch(text, directory, position);
  const { ids, hasMore, more, query } = search;
  const found = useMemo(
    () => ids?.flatMap((id) => directory.byId.get(id) ?? []) ?? directory.rows,
    [ids, directory],
  );
  const key = JSON.stringify(filters);
  const shown = useMemo(() => applyFilters(found, JSON.parse(key) as Filters), [found, key]);
  const terms = useMemo(() => termsOf(query), [query]);

  const needsMore = hasMore && isFiltered(filters) && found.length < FILTERED_HITS;
  useEffect(() => {
    if (needsMore) more();
  }, [needsMore, found.length]);
  return { search, found, shown, terms, list: `${ids ? `q:${query}` : 'all'} ${key} ${at}` };
}
