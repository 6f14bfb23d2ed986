import styles from './spinner.module.css';
import { texts } from '../texts.js';

/** The seed's pulsing spinner: a seed that swells and settles. */
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
