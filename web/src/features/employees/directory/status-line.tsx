import { useEffect, useState } from 'react';
import { counted, formatNumber } from '../../../shared/format.js';
import styles from './directory-view.module.css';

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
  const since = added > 0 ? `, ${formatNumber(added)} added since` : '';
  const people = counted(shown, 'person', 'people') + since;
  if (matches === null) {
    return isFiltered ? `${people} of ${formatNumber(everybody)}` : people;
  }
  const found = `${counted(matches, 'match', 'matches')} for “${query}”`;
  if (isFiltered) return `${people} of ${found}`;
  return shown < matches ? `First ${shown} of ${found}` : found;
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
