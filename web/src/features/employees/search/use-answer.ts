import { useEffect, useRef, useState } from 'react';
import { ask, noAnswer, type Answer } from './people-answer.js';

const LATE_MS = 300;
const CATCH_UP_MS = 1000;

interface Asked {
  readonly answer: Answer | null;
  readonly isLate: boolean;
  more(): void;
  again(): void;
}

/** The server's answer to a query; a newer query ends the older request. */
export function useAnswer(query: string, position: string | undefined): Asked {
  const [wanted, setWanted] = useState({ query, pages: 1, round: 0 });
  const [answer, setAnswer] = useState<Answer | null>(null);
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
