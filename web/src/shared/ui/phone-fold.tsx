import { useState, type ReactNode } from 'react';
import { useSizeClass } from '../use-size.js';
import styles from './phone-fold.module.css';

interface PhoneFoldProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Folded on phones until somebody opens it; elsewhere nothing but what is in it. */
export function PhoneFold({ label, children }: PhoneFoldProps) {
  const isPhone = useSizeClass() === 0;
  const [open, setOpen] = useState(!isPhone);
  return (
    <details
      className={styles.fold}
      open={open || !isPhone}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{label}</summary>
      {children}
    </details>
  );
}
