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

interface PageHeaderProps {
  readonly title: string;
  /** What the page is for. */
  readonly note: ReactNode;
  /** What can be done, at the other end of the line. */
  readonly children?: ReactNode;
}

/** The heading of a page. */
export const PageHeader = ({ title, note, children }: PageHeaderProps) => (
  <header className={styles.header}>
    <div className={styles.title}>
      <h1>{title}</h1>
      <p className={styles.note}>{note}</p>
    </div>
    {children}
  </header>
);

/** A screen and its title; `narrow` where it is read in lines. */
export function Page({ title, children, narrow = false }: PageProps) {
  useTitle(title);
  return <div className={`${styles.page} ${narrow ? styles.narrow : ''}`}>{children}</div>;
}
