import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { exactTime } from '../../../shared/format.js';
import styles from '../audit.module.css';
import { sizeOf, useWitness } from './use-witness.js';
import { texts } from '../texts.js';

/** What this browser itself can say of the log. */
export function SeenLine() {
  const { state, seen, alarm } = useWitness();
  if (alarm) return null;
  if (state === 'unable') return <Line>{texts.cannotCheckLog}</Line>;
  if (state !== 'fine' || !seen) return null;
  const since = exactTime(Date.parse(seen.at));
  return (
    <Line>
      {texts.checkedOn}
      {since}
      {texts.noneAltered(sizeOf(seen))}
    </Line>
  );
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.seen}>
    <Eye size={16} strokeWidth={1.5} aria-hidden />
    <span>{children}</span>
  </p>
);
