import type { ReactNode } from 'react';
import { Logo } from '../../shared/ui/logo.js';
import styles from './entrance.module.css';
import { Landscape } from './landscape.js';

interface EntranceProps {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
}

/** The frame of everything that is seen before the sign-in. */
export function Entrance({ title, intro, children }: EntranceProps) {
  return (
    <div className={styles.entrance}>
      <div className={styles.picture}>
        <Landscape />
      </div>
      <div className={styles.side}>
        <div className={styles.inner}>
          <p className={styles.brand}>
            <Logo size={34} /> FEUSA
          </p>
          <div>
            <h1>{title}</h1>
            <p className={styles.intro}>{intro}</p>
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}
