import { Lock } from 'lucide-react';
import styles from './access.module.css';
import { texts } from './texts.js';

/** Behind the name of a folder that not everybody sees. */
export const LockMark = () => (
  <span className={styles.lock} role="img" aria-label={texts.restricted} title={texts.isRestricted}>
    <Lock size={13} strokeWidth={1.5} aria-hidden />
  </span>
);
