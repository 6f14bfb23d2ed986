import { accessKinds, type AccessPage, type AccessView } from '@feusa/contracts/access-log';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { get } from '../../shared/api.js';
import { useLastAnswer } from '../../shared/use-last-answer.js';

const REFRESH_MS = 5000;
const PAGE = 100;
const MOST = 1000;
const names = ['user', 'kind', 'file', 'from', 'to'] as const;

export type AccessFilter = Readonly<Record<(typeof names)[number], string>>;
export type AccessLogState = ReturnType<typeof useAccessLog>;

const kinds: readonly string[] = accessKinds;

function filterIn(params: URLSearchParams): AccessFilter {
  const given = names.map((name) => [name, params.get(name) ?? '']);
  const filter = Object.fromEntries(given) as unknown as AccessFilter;
  // A kind that is none is no choice, as its field shows.
  return kinds.includes(filter.kind) ? filter : { ...filter, kind: '' };
}

/** Of a field with no zone, the moment here; '' where it is none. */
function momentOf(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** The filter as the server takes it; '' for none. */
export function queryOf(filter: AccessFilter): string {
  const asked = new URLSearchParams();
  for (const name of names) {
    const isTime = name === 'from' || name === 'to';
    const value = isTime ? momentOf(filter[name]) : filter[name].trim();
    if (value) asked.set(name, value);
  }
  return asked.toString();
}

function nameIn(entries: readonly AccessView[] | undefined, file: string): string | undefined {
  for (const { files, fileNames } of entries ?? []) {
    const name = fileNames[files.indexOf(file)];
    if (name) return name;
  }
  return undefined;
}

/** The newest entries that are like what is asked for, which is in the address. */
export function useAccessLog() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [limit, setLimit] = useState(PAGE);
  const filter = filterIn(new URLSearchParams(search));
  const query = queryOf(filter);
  const key = `/api/access-log?limit=${limit}${query && `&${query}`}`;
  const { data, error, mutate } = useLastAnswer(
    { key, about: query, read: () => get<AccessPage>(key) },
    { refreshInterval: REFRESH_MS },
  );
  return {
    filter,
    set: (name: keyof AccessFilter, value: string) => {
      const params = new URLSearchParams(location.search);
      if (value === '') params.delete(name);
      else params.set(name, value);
      const next = params.toString();
      navigate(`${location.pathname}${next && `?${next}`}`, { replace: true });
    },
    clear: query === '' ? undefined : () => navigate(location.pathname, { replace: true }),
    ...{ entries: data?.entries, keptDays: data?.keptDays, error },
    fileName: nameIn(data?.entries, filter.file),
    csv: `/api/access-log?format=csv${query && `&${query}`}`,
    more: data?.next && limit < MOST ? () => setLimit((now) => Math.min(MOST, now * 2)) : undefined,
    reload: () => void mutate(),
  };
}
