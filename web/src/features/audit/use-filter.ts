import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { filterNames, noFilter, type LogFilter } from './log-event.js';

/** The part of an address behind its path: '' or '?…'. */
export function searchOf(filter: Partial<LogFilter>): string {
  const params = new URLSearchParams();
  for (const name of filterNames) if (filter[name]) params.set(name, filter[name]);
  const query = params.toString();
  return query && `?${query}`;
}

/** The filter of the log, in the address. Setting it closes an open event. */
export function useFilter(): [LogFilter, (filter: Partial<LogFilter>) => void, boolean] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => {
    const params = new URLSearchParams(search);
    const entries = filterNames.map((name) => [name, params.get(name) ?? ''] as const);
    return { ...noFilter, ...Object.fromEntries(entries) };
  }, [search]);
  const set = (next: Partial<LogFilter>) => navigate(`/log${searchOf(next)}`, { replace: true });
  return [filter, set, filterNames.some((name) => filter[name] !== '')];
}
