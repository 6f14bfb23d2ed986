import { sinceWords, useSince } from '../since.js';
import styles from './since-mark.module.css';

interface SinceMarkProps {
  readonly id: string;
  /** On the edge of a tile, where it takes no room. */
  readonly corner?: boolean;
}

/** Beside a thing of the past: what has become of it. */
export function SinceMark({ id, corner = false }: SinceMarkProps) {
  const since = useSince(id);
  if (!since) return null;
  return (
    <span
      className={styles.mark}
      data-kind={since.kind}
      data-corner={corner || undefined}
      data-tip={since.detail || undefined}
    >
      {sinceWords[since.kind]}
    </span>
  );
}
