import { useEffect, type ReactNode } from 'react';
import styles from './page.module.css';

/** 'title – FEUSA' in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} – FEUSA` : 'FEUSA';
  }, [title]);
}

interface PageProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly narrow?: boolean;
}

export function Page({ title, children, narrow = false }: PageProps) {
  useTitle(title);
  return <div className={`${styles.page} ${narrow ? styles.narrow : ''}`}>{children}</div>;
}
