import { useEffect, type ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  /** Becomes 'title – FEUSA' in the browser's tab. */
  readonly title: string;
  readonly children: ReactNode;
  readonly narrow?: boolean;
}

export function Page({ title, children, narrow = false }: PageProps) {
  useEffect(() => {
    document.title = title ? `${title} – FEUSA` : 'FEUSA';
  }, [title]);
  return <div className={`${styles.page} ${narrow ? styles.narrow : ''}`}>{children}</div>;
}
