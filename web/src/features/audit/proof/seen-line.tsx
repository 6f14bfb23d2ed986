import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted, exactTime } from '../../../shared/format.js';
import styles from '../audit.module.css';
import { sizeOf, useWitness } from './use-witness.js';

/** What this browser itself can say of the log. */
export function SeenLine() {
  const { state, seen, alarm } = useWitness();
  if (alarm) return null;
  if (state === 'unable')
    return (
      <Line>
        This browser cannot check the log here: the address is not secure (https). The server still
        can, with Verify the log.
      </Line>
    );
  if (state !== 'fine' || !seen) return null;
  const since = exactTime(Date.parse(seen.at));
  return (
    <Line>
      Checked by this browser on {since}: {counted(sizeOf(seen), 'event')}, no earlier event
      altered.
    </Line>
  );
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.seen}>
    <Eye size={16} strokeWidth={1.5} aria-hidden />
    <span>{children}</span>
  </p>
);
