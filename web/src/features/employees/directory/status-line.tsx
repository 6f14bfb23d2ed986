import { useEffect, useState } from 'react';
import { formatNumber } from '../../../shared/format.js';
import styles from './directory-view.module.css';
import { texts } from '../texts.js';

export interface StatusProps {
  readonly shown: number;
  /** In a view of the past: shown too, but added since. */
  readonly added: number;
  readonly everybody: number;
  readonly query: string;
  /** All matches of the search, also those not loaded yet. */
  readonly matches: number | null;
  readonly isFiltered: boolean;
}

function textOf({ shown, added, everybody, query, matches, isFiltered }: StatusProps): string {
  const since = added > 0 ? texts.addedSince(formatNumber(added)) : '';
  const people = texts.people(shown) + since;
  if (matches === null) {
    return isFiltered ? texts.shownOf(people, formatNumber(everybody)) : people;
  }
  const found = texts.matchesFor(matches, query);
  if (isFiltered) return texts.shownOf(people, found);
  return shown < matches ? texts.firstOf(shown, found) : found;
}

const SAY_AFTER_MS = 700;

/** How many are shown; read out once it stands still. */
export function StatusLine(props: StatusProps) {
  const text = textOf(props);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <p className={styles.status} aria-hidden>
        {text}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}
