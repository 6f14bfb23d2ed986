import { useEffect, useRef, useState } from 'react';
import type { SearchHits } from '@feusa/contracts/views';
import { ApiError, get } from '../../../shared/api.js';

/** `isLocal`: the server could not search, so only words as written are found. */
interface SearchAnswer {
  readonly query: string;
  readonly ids: readonly string[];
  readonly total: number;
  readonly pages: number;
  readonly isLocal: boolean;
}

export const noAnswer: SearchAnswer = { query: '', ids: [], total: 0, pages: 0, isLocal: false };

const page = (query: string, number: number, signal: AbortSignal) =>
  get<SearchHits>(`/api/search?q=${encodeURIComponent(query)}&page=${number}`, signal);

/** Reads so many pages of hits on top of those that `known` has. */
async function ask(known: SearchAnswer, pages: number, signal: AbortSignal): Promise<SearchAnswer> {
  const { query } = known;
  const ids = [...known.ids];
  let { total } = known;
  try {
    for (let number = known.pages + 1; number <= pages; number += 1) {
      const answer = await page(query, number, signal);
      total = answer.total;
      ids.push(...answer.hits.map(({ objectID }) => objectID));
      if (ids.length >= total) break;
    }
    return { query, ids: [...new Set(ids)], total, pages, isLocal: false };
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code !== 'not-signed-in';
    if (!isRefused) throw error;
    return { ...noAnswer, query, pages, isLocal: true };
  }
}

const LATE_MS = 300;
const CATCH_UP_MS = 1000;

interface SearchState {
  readonly answer: SearchAnswer | null;
  readonly isLate: boolean;
  more(): void;
  again(): void;
}

/** The server's answer to a query; a newer query ends the older request. */
export function useAnswer(query: string, position: string | undefined): SearchState {
  const [wanted, setWanted] = useState({ query, pages: 1, round: 0 });
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [lateFor, setLateFor] = useState('');
  const last = useRef({ round: -1, answer: noAnswer });
  const pages = wanted.query === query ? wanted.pages : 1;
  const { round } = wanted;

  useEffect(() => {
    if (query === '') return setAnswer(null);
    const control = new AbortController();
    const late = setTimeout(() => setLateFor(query), LATE_MS);
    const { answer: before } = last.current;
    const goesOn = last.current.round === round && before.query === query && before.pages < pages;
    const known = goesOn && !before.isLocal ? before : { ...noAnswer, query };
    ask(known, pages, control.signal)
      .then((next) => {
        if (control.signal.aborted) return;
        last.current = { round, answer: next };
        setAnswer(next);
      })
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(late);
        if (!control.signal.aborted) setLateFor('');
      });
    return () => {
      clearTimeout(late);
      control.abort();
    };
  }, [query, pages, round]);

  const again = () => setWanted((before) => ({ ...before, round: before.round + 1 }));
  useEffect(() => {
    const timer = setTimeout(again, CATCH_UP_MS);
    return () => clearTimeout(timer);
  }, [position]);
  return {
    answer,
    isLate: query !== '' && lateFor === query,
    more: () => setWanted((before) => ({ ...before, query, pages: pages + 1 })),
    again,
  };
}
