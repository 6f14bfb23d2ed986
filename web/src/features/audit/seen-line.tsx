import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted, exactTime } from '../../shared/format.js';
import styles from './audit.module.css';
import { sizeOf, useWitness } from './use-witness.js';

/** What this browser itself can say of the log. */
export function SeenLine() {
  const { state, seen, alarm } = useWitness();
  if (alarm) return null;
  if (state === 'unable')
    return <Line>This browser cannot watch over the log: hashing needs an https address.</Line>;
  if (state !== 'fine' || !seen) return null;
  const since = exactTime(Date.parse(seen.at));
  return (
    <Line>
      This browser watches over the log: {counted(sizeOf(seen), 'event')} on {since}, and nothing
      that it saw before was changed.
    </Line>
  );
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.seen}>
    <Eye size={16} strokeWidth={1.5} aria-hidden />
    <span>{children}</span>
  </p>
);
