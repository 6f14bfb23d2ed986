import { erasingEvents } from '@feusa/contracts/erasing-events';
import { LOG_TOPIC } from '@feusa/contracts/topics';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { request } from '../../../shared/api.js';
import { useLive, type Change } from '../../../shared/live.js';
import { useStore } from '../../../shared/store.js';
import { FoundLog } from './found-log.js';
import { filterNames, type LogFilter, type LogPage } from '../log-event.js';
import type { LogQuery, LogRows, ReadLog, Snapshot } from './log-rows.js';
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

/** Calls back where an erasure has come since the first answer: what was read before it must go. */
function noticing(read: ReadLog, onErasure: () => void): ReadLog {
  let known: number | undefined;
  return async (ask) => {
    const page = await read(ask);
    const positions = page.events.map(({ position }) => Number(position));
    known ??= Math.max(0, ...positions);
    const isNew = page.events.some(
      ({ type, position }) => erasingEvents.has(type) && Number(position) > known!,
    );
    if (isNew) onErasure();
    return page;
  };
}

function paramsOf({ after, before, newestFirst, limit }: LogQuery): string {
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
  const { mutate } = useSWRConfig();
  const rows = useMemo<LogRows>(() => {
    const read = noticing(readLog(query), () => {
      setRound((now) => now + 1);
      void mutate((key) => typeof key === 'string' && key.startsWith('/api/audit/events/'));
    });
    return query === '' ? new WholeLog(read) : new FoundLog(read);
  }, [query, round, mutate]);
  useEffect(() => void rows.start(), [rows]);
  const snapshot = useStore(rows.snapshot);
  const retry = () => setRound((now) => now + 1);
  const newest = snapshot.count === undefined ? null : (snapshot.at(0)?.position ?? '0');
  const grown = useSpaced((position) => rows.grown(position));
  useLive(newest === null ? null : LOG_TOPIC, grown, retry, newest ?? undefined);
  return { ...snapshot, rows, retry };
}

const SPACING_MS = 100;

/** Many events a second are drawn together. */
function useSpaced(run: (position: number) => void) {
  const latest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return ({ position }: Change) => {
    latest.current = Math.max(latest.current, Number(position));
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      run(latest.current);
    }, SPACING_MS);
  };
}
