import styles from './spinner.module.css';

/** The seed's pulsing spinner: a seed that swells and settles. */
export function Spinner({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div role="status" className={styles.spinner}>
      <span className={styles.seed} aria-hidden />
      <span className={styles.seed} aria-hidden />
      <span className={styles.seed} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
