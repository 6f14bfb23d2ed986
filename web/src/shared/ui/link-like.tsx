import type { ReactNode } from 'react';
import styles from './link-like.module.css';

interface LinkLikeProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button in the middle of a sentence. */
export const LinkLike = ({ onClick, children }: LinkLikeProps) => (
  <button type="button" className={styles.link} onClick={onClick}>
    {children}
  </button>
);
