import type { AccessPage } from '@feusa/contracts/access-log';
import { useState } from 'react';
import useSWR from 'swr';
import { useUrlState } from '../../shared/use-url-state.js';

const REFRESH_MS = 5000;
const PAGE = 100;
const MOST = 1000;

/** The newest entries that are like what is asked for, which is in the address. */
export function useAccessLog() {
  const [user, setUser] = useUrlState('user');
  const [kind, setKind] = useUrlState('kind');
  const [limit, setLimit] = useState(PAGE);
  const asked = new URLSearchParams();
  if (user.trim()) asked.set('user', user.trim());
  if (kind) asked.set('kind', kind);
  const query = asked.toString();
  const { data, error, mutate } = useSWR<AccessPage>(
    `/api/access-log?limit=${limit}${query && `&${query}`}`,
    { refreshInterval: REFRESH_MS, keepPreviousData: true },
  );
  return {
    ...{ user, setUser, kind, setKind, entries: data?.entries, error: error as unknown },
    csv: `/api/access-log?format=csv${query && `&${query}`}`,
    more: data?.next && limit < MOST ? () => setLimit((now) => Math.min(MOST, now * 2)) : undefined,
    reload: () => void mutate(),
  };
}
