import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { eventTypes } from '../describe.js';
import { filterNames, noFilter, type LogFilter } from '../log-event.js';

/** The part of an address behind its path: '' or '?…'. */
export function searchOf(filter: Partial<LogFilter>): string {
  const params = new URLSearchParams();
  for (const name of filterNames) if (filter[name]) params.set(name, filter[name]);
  const query = params.toString();
  return query && `?${query}`;
}

const types: readonly string[] = eventTypes;
const isTime = (text: string) => !Number.isNaN(new Date(text).getTime());
/** What is in the address and cannot be in its field is no choice. */
const choices: Partial<Record<keyof LogFilter, (value: string) => boolean>> = {
  type: (value) => types.includes(value),
  from: isTime,
  to: isTime,
};

export function filterIn(search: string): LogFilter {
  const params = new URLSearchParams(search);
  const entries = filterNames.map((name) => {
    const value = params.get(name) ?? '';
    return [name, choices[name]?.(value) === false ? '' : value] as const;
  });
  return { ...noFilter, ...Object.fromEntries(entries) };
}

interface FilterState {
  readonly filter: LogFilter;
  readonly isFiltered: boolean;
  /** Only this from now on. */
  set(filter: Partial<LogFilter>): void;
  /** This too, beside whatever else is in the address by then. */
  add(filter: Partial<LogFilter>): void;
}

/** The filter of the log, in the address. Setting it closes an open event. */
export function useFilter(): FilterState {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => filterIn(search), [search]);
  const set = (next: Partial<LogFilter>) => navigate(`/log${searchOf(next)}`, { replace: true });
  return {
    filter,
    isFiltered: filterNames.some((name) => filter[name] !== ''),
    set,
    add: (next) => set({ ...filterIn(location.search), ...next }),
  };
}
