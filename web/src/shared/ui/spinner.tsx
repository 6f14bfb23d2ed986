import styles from './spinner.module.css';
import { texts } from '../texts.js';

/** A spinner in the form of a seed that swells and settles. */
export function Spinner({ label = texts.loading }: { readonly label?: string }) {
  return (
    <div role="status" className={styles.spinner}>
      <span className={styles.seed} aria-hidden />
      <span className={styles.seed} aria-hidden />
      <span className={styles.seed} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
