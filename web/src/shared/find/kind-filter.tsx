import type { FindKind, FindPage } from '@feusa/contracts/find';
import { texts } from '../texts.js';
import { findKinds, foundText } from './find.js';
import styles from './find.module.css';

interface KindFilterProps {
  readonly counts: FindPage['counts'] | undefined;
  readonly kind: string;
  readonly onKind: (kind: FindKind | '') => void;
}

const names: Readonly<Record<FindKind, string>> = {
  folder: texts.folders,
  file: texts.documents,
  link: texts.links,
  person: texts.employees,
};

/** Everything, or one kind; with how many there are of each. */
export function KindFilter({ counts, kind, onKind }: KindFilterProps) {
  return (
    <div role="group" aria-label={texts.showOnly} className={styles.kinds}>
      {(['', ...findKinds] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={styles.kind}
          aria-pressed={kind === each}
          onClick={() => onKind(each)}
        >
          {each === '' ? texts.everything : names[each]}
          {each !== '' && counts && <span> {foundText(counts[each])}</span>}
        </button>
      ))}
    </div>
  );
}
