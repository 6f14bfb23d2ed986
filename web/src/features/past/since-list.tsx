import { sinceWords, type Since, type SinceKind } from '../../shared/since.js';
import styles from './past.module.css';
import { formatNumber } from '../../shared/format.js';
import { texts } from './texts.js';

const SHOWN = 200;
const kinds: readonly SinceKind[] = ['removed', 'changed', 'added'];

/** What has become of this screen since the moment on view. */
export function SinceList({ differences }: { readonly differences: readonly Since[] }) {
  return (
    <div className={styles.since} role="region" aria-label={texts.changesSince} tabIndex={0}>
      {kinds.map((kind) => {
        const own = differences.filter((each) => each.kind === kind);
        if (own.length === 0) return null;
        return (
          <div key={kind} className={styles.group}>
            <h2 className={styles.groupName} data-kind={kind}>
              {formatNumber(own.length)} {sinceWords[kind]}
            </h2>
            <ul>
              {own.slice(0, SHOWN).map(({ id, name, detail }) => (
                <li key={id}>
                  {name}
                  {detail && <span className={styles.detail}> {detail}</span>}
                </li>
              ))}
              {own.length > SHOWN && <li>{texts.andMore(formatNumber(own.length - SHOWN))}</li>}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
