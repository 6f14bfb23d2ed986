import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { goBack, isOpenedHere, stateOfOpened } from '../../../shared/dialog-history.js';
import { readUrl, writeUrl, type DirectoryUrl } from './directory-url.js';

interface UrlState extends DirectoryUrl {
  /** Replaces what is given; a person opens with an entry of its own in the history. */
  change(part: Partial<Omit<DirectoryUrl, 'person'>>): void;
  open(person: string): void;
  close(): void;
}

const HOME = '/dashboard/employees';
const PERSON = 'person';

/** Search, filters and the open person are in the address. */
export function useDirectoryUrl(): UrlState {
  const search = useSearch();
  const [, navigate] = useLocation();
  const url = useMemo(() => readUrl(search), [search]);

  const go = useCallback(
    (next: Partial<DirectoryUrl>, options: { replace?: boolean; state?: unknown }) => {
      // Who types and leaves at once is elsewhere by the time that the address follows.
      if (!location.pathname.startsWith(HOME)) return;
      const target = writeUrl({ ...readUrl(location.search), ...next });
      if (target !== location.search) navigate(location.pathname + target, options);
    },
    [navigate],
  );
  const open = useCallback(
    (person: string) =>
      go({ person }, { replace: isOpenedHere(PERSON), state: stateOfOpened(PERSON) }),
    [go],
  );
  return {
    ...url,
    change: (part) => go(part, { replace: true, state: history.state as unknown }),
    open,
    close: () => {
      if (isOpenedHere(PERSON)) goBack();
      else go({ person: null }, { replace: true });
    },
  };
}
