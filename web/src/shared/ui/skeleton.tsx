import type { CSSProperties, ReactNode } from 'react';
import styles from './spinner.module.css';

/** Children appear only after 200 ms, so that a quick answer shows no flicker. */
export function Late({ children }: { readonly children: ReactNode }) {
  return <div className={styles.late}>{children}</div>;
}

interface SkeletonProps {
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** One grey block; give it the size of what will stand there. */
export function Skeleton({ className = '', style }: SkeletonProps) {
  return <div aria-hidden className={`${styles.late} ${styles.bone} ${className}`} style={style} />;
}

/** One grey block that a screen reader is told of by its label. */
export const LoadingBlock = ({ label, ...block }: SkeletonProps & { readonly label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton {...block} />
  </div>
);
