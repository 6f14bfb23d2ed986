import type { ReactNode } from 'react';
import type { Selection } from '../selection.js';
import { texts } from '../texts.js';
import { Button } from './button.js';
import styles from './floating-bar.module.css';

interface FloatingBarProps {
  readonly label: string;
  /** What is selected, said as it changes. */
  readonly says: string;
  readonly selection: Selection;
  /** Whether all of it can be selected from here, too. */
  readonly more?: boolean;
  readonly children: ReactNode;
}

/** What can be done with everything that is selected; floats at the bottom. */
export const FloatingBar = ({ label, says, selection, more, children }: FloatingBarProps) => (
  <div className={styles.bar} role="region" aria-label={label} data-floats>
    <strong role="status">{says}</strong>
    <span className={styles.choosing}>
      {more && (
        <Button small tone="quiet" onClick={selection.all}>
          {texts.selectAll}
        </Button>
      )}
      <Button small tone="quiet" onClick={selection.clear}>
        {texts.clear}
      </Button>
    </span>
    {children}
  </div>
);
