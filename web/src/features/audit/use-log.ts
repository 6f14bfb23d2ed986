import { LOG_TOPIC } from '@feusa/contracts/live';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { request } from '../../shared/api.js';
import { useLive } from '../../shared/live.js';
import { FoundLog } from './found-log.js';
import { filterNames, type LogFilter, type LogPage } from './log-event.js';
import type { Ask, LogRows, ReadLog, Snapshot } from './log-rows.js';
import { WholeLog } from './whole-log.js';

const timeOf = (text: string) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
};

/** The filter as the server takes it; '' for none. */
export function queryOf(filter: LogFilter): string {
  const params = new URLSearchParams();
  for (const name of filterNames) {
    const value = name === 'from' || name === 'to' ? timeOf(filter[name]) : filter[name].trim();
    if (value) params.set(name, value);
  }
  return params.toString();
}

const readLog =
  (query: string): ReadLog =>
  (ask) =>
    request<LogPage>('GET', `/api/audit/events?${paramsOf(ask)}${query && `&${query}`}`);

function paramsOf({ after, before, newestFirst, limit }: Ask): string {
  const params = new URLSearchParams({ names: 'true', limit: String(limit) });
  if (newestFirst) params.set('order', 'newest');
  if (after !== undefined) params.set('after', String(after));
  if (before !== undefined) params.set('before', String(before));
  return params.toString();
}

export interface Log extends Snapshot {
  readonly rows: LogRows;
  retry(): void;
}

/** The log, newest first, and what comes while one looks at it. */
export function useLog(filter: LogFilter): Log {
  const query = queryOf(filter);
  const [round, setRound] = useState(0);
  const rows = useMemo<LogRows>(
    () => (query === '' ? new WholeLog(readLog('')) : new FoundLog(readLog(query))),
    [query, round],
  );
  useEffect(() => void rows.start(), [rows]);
  const snapshot = useSyncExternalStore(rows.subscribe, () => rows.snapshot);
  const retry = () => setRound((now) => now + 1);
  const newest = snapshot.count === undefined ? null : (snapshot.at(0)?.position ?? '0');
  useLive(
    newest === null ? null : LOG_TOPIC,
    ({ position }) => rows.grown(Number(position)),
    retry,
    newest ?? undefined,
  );
  return { ...snapshot, rows, retry };
}
