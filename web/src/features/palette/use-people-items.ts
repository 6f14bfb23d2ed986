import type { EmployeeView } from '@feusa/contracts/employees';
import type { SearchHits } from '@feusa/contracts/views';
import { UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { get } from '../../shared/api.js';
import type { Item } from './items.js';

const MOST = 6;

async function find(query: string, signal: AbortSignal): Promise<readonly EmployeeView[]> {
  const { hits } = await get<SearchHits>(`/api/search?q=${encodeURIComponent(query)}`, signal);
  const first = hits.slice(0, MOST);
  const found = await Promise.all(
    first.map(({ objectID }) =>
      get<EmployeeView>(`/api/employees/${objectID}`, signal).catch(() => undefined),
    ),
  );
  return found.filter((person) => person !== undefined);
}

interface Found {
  readonly query: string;
  readonly people: readonly EmployeeView[];
}

/** People whom the search finds; while a newer answer is under way the last one stays. */
export function usePeopleItems(text: string, go: (href: string) => void): readonly Item[] {
  const query = text.trim();
  const [found, setFound] = useState<Found>({ query: '', people: [] });
  useEffect(() => {
    if (query === '') return setFound({ query, people: [] });
    const control = new AbortController();
    find(query, control.signal)
      .then((people) => !control.signal.aborted && setFound({ query, people }))
      .catch(() => !control.signal.aborted && setFound({ query, people: [] }));
    return () => control.abort();
  }, [query]);
  return found.people.map(({ id, firstName, lastName, role, location }) => ({
    id,
    name: `${firstName} ${lastName}`,
    place: `${role}, ${location}`,
    icon: UserRound,
    run: () => go(`/dashboard/employees?person=${id}`),
  }));
}
