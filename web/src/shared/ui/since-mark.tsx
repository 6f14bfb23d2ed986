import { sinceWords, useSince } from '../since.js';
import styles from './since-mark.module.css';

/** Beside a thing of the past: what has become of it. */
export function SinceMark({ id }: { readonly id: string }) {
  const since = useSince(id);
  if (!since) return null;
  return (
    <span className={styles.mark} data-kind={since.kind} data-tip={since.detail || undefined}>
      {sinceWords[since.kind]}
    </span>
  );
}
