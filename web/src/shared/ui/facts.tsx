import styles from './facts.module.css';

interface FactsProps {
  /** What has no value is left out. */
  readonly of: readonly (readonly [label: string, value: string | undefined])[];
}

/** What is known of something, a line each; values can be selected whole. */
export const Facts = ({ of }: FactsProps) => (
  <dl className={styles.facts}>
    {of.map(([label, value]) =>
      value ? (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
);
