import type { ReactNode } from 'react';
import styles from './floating-bar.module.css';

interface FloatingBarProps {
  readonly label: string;
  /** What is selected, said as it changes. */
  readonly says: string;
  readonly children: ReactNode;
}

/** What can be done with everything that is selected; floats at the bottom. */
export const FloatingBar = ({ label, says, children }: FloatingBarProps) => (
  <div className={styles.bar} role="region" aria-label={label} data-floats>
    <strong role="status">{says}</strong>
    {children}
  </div>
);
