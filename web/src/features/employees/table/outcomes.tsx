import { fullName } from '../commands.js';
import { texts } from '../texts.js';
import type { Outcome } from './bulk-update.js';
import styles from './people-table.module.css';

const order: readonly Outcome['kind'][] = ['failed', 'changed', 'same'];
const MOST = 500;

/** What became of each, what failed first. */
export function Outcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  const sorted = order.flatMap((kind) => outcomes.filter((each) => each.kind === kind));
  return (
    <ul className={styles.outcomes} aria-label={texts.table.outcomes} tabIndex={0}>
      {sorted.slice(0, MOST).map(({ person, kind, reason }) => (
        <li key={person.id} data-outcome={kind}>
          {fullName(person)}
          <span>{reason ?? texts.table.outcome[kind]}</span>
        </li>
      ))}
    </ul>
  );
}
