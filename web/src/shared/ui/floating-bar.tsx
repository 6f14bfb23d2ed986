import type { ReactNode } from 'react';
import styles from './floating-bar.module.css';

interface FloatingBarProps {
  readonly label: string;
  /** What is selected, said as it changes. */
  readonly says: string;
  /** Selects more, or nothing any more. */
  readonly choosing: ReactNode;
  readonly children: ReactNode;
}

/** What can be done with everything that is selected; floats at the bottom. */
export const FloatingBar = ({ label, says, choosing, children }: FloatingBarProps) => (
  <div className={styles.bar} role="region" aria-label={label} data-floats>
    <strong role="status">{says}</strong>
    <span className={styles.choosing}>{choosing}</span>
    {children}
  </div>
);
