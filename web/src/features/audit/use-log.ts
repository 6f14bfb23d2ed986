import type { ErrorList } from '@feusa/contracts/views';
import { useEffect, useEffectEvent, useState } from 'react';
import { get, request } from '../../shared/api.js';
import { filterNames, type LogEvent, type LogFilter, type LogPage } from './log-event.js';
import { readBackwards, type ReadLog } from './log-window.js';

const EVERY_MS = 5000;
const LIMIT = 200;

const timeOf = (text: string) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
};

export function queryOf(filter: LogFilter): string {
  const params = new URLSearchParams();
  for (const name of filterNames) {
    const value = name === 'from' || name === 'to' ? timeOf(filter[name]) : filter[name].trim();
    if (value) params.set(name, value);
  }
  return params.toString();
}

export const readLog =
  (query: string, signal?: AbortSignal): ReadLog =>
  (after, limit) =>
    request<LogPage>('GET', `/api/audit/events?after=${after}&limit=${limit}&${query}`, { signal });

interface State {
  readonly query: string;
  readonly events: readonly LogEvent[];
  /** Up to here the log has been read, backwards and forwards. */
  readonly oldest: number;
  readonly newest: number;
}

export interface Log {
  readonly events: readonly LogEvent[] | undefined;
  readonly hasOlder: boolean;
  readonly isReading: boolean;
  readonly error: unknown;
  older(): void;
  retry(): void;
}

/** The log, newest first, and every few seconds what has come since. */
export function useLog(filter: LogFilter): Log {
  const query = queryOf(filter);
  const [state, setState] = useState<State>();
  const [error, setError] = useState<unknown>();
  const [isReading, setReading] = useState(false);
  const [round, setRound] = useState(0);

  useEffect(() => {
    const control = new AbortController();
    setError(undefined);
    setReading(true);
    const start = async () => {
      const { position } = await get<ErrorList>('/api/errors', control.signal);
      const end = Number(position);
      const { events, reached } = await readBackwards(readLog(query, control.signal), end);
      if (!control.signal.aborted) setState({ query, events, oldest: reached, newest: end });
    };
    start()
      .catch((fault: unknown) => !control.signal.aborted && setError(fault))
      .finally(() => !control.signal.aborted && setReading(false));
    return () => control.abort();
  }, [query, round]);

  const current = state?.query === query ? state : undefined;
  const older = () => {
    if (!current || isReading) return;
    setReading(true);
    readBackwards(readLog(query), current.oldest)
      .then(({ events, reached }) =>
        setState((now) =>
          now && now.query === query && now.oldest === current.oldest
            ? { ...now, events: [...now.events, ...events], oldest: reached }
            : now,
        ),
      )
      .catch(setError)
      .finally(() => setReading(false));
  };

  const refresh = useEffectEvent(async () => {
    if (!current || document.hidden) return;
    const { events } = await readLog(query)(current.newest, LIMIT);
    const last = events.at(-1);
    if (!last) return;
    setState((now) =>
      now && now.query === query && now.newest === current.newest
        ? {
            ...now,
            events: [...events.toReversed(), ...now.events],
            newest: Number(last.position),
          }
        : now,
    );
  });
  useEffect(() => {
    const timer = setInterval(() => void refresh().catch(() => undefined), EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  return {
    events: (current ?? state)?.events,
    hasOlder: (current?.oldest ?? 0) > 0,
    isReading,
    error,
    older,
    retry: () => setRound(round + 1),
  };
}
