import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { goBack, isOpenedHere, stateOfOpened } from './dialog-history.js';

/**
 * One search parameter as state: `[value, set]`. An empty value removes it. `push` adds an entry to the
 * browser's history for what Back should close, and an empty value goes back there; else the entry is replaced.
 */
export function useUrlState(
  name: string,
  { push = false }: { push?: boolean } = {},
): [string, (value: string) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const value = new URLSearchParams(search).get(name) ?? '';
  const set = useCallback(
    (next: string) => {
      if (push && next === '' && isOpenedHere(name)) return goBack();
      const params = new URLSearchParams(location.search);
      if (next === '') params.delete(name);
      else params.set(name, next);
      const query = params.toString();
      const adds = push && next !== '';
      const state: unknown = adds ? stateOfOpened(name) : history.state;
      navigate(`${location.pathname}${query ? `?${query}` : ''}`, { replace: !adds, state });
    },
    [name, navigate, push],
  );
  return [value, set];
}
