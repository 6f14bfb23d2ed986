import type { ImportResult } from '@feusa/contracts/imports';
import { Banner } from '../../../shared/ui/banner.js';
import { texts } from '../texts.js';
import styles from './import.module.css';

const say = texts.import;

/** What was done, and which rows could not be taken after all. */
export function ResultNote({ result }: { readonly result: ImportResult }) {
  const { added, changed, failed, left } = result;
  return (
    <Banner tone="attention" title={say.done(added, changed)}>
      {left > 0 && <p>{say.brokenOff(left)}</p>}
      <ul className={styles.changes}>
        {failed.map(({ line, name, reason }) => (
          <li key={line}>{say.failedRow(line, name, reason)}</li>
        ))}
      </ul>
    </Banner>
  );
}
