import type { DeadLetterActionView } from '@feusa/contracts/operations';
import { exactTime, whenText } from '../../shared/format.js';
import { actionText } from './names.js';
import styles from './operations.module.css';
import { texts } from './texts.js';

interface ActionsProps {
  readonly actions: readonly DeadLetterActionView[];
}

/** What was done about dead letters, newest first. */
export const ActionList = ({ actions }: ActionsProps) => (
  <section aria-labelledby="actions">
    <h2 id="actions">{texts.whatWasDone}</h2>
    <ActionRows actions={actions} />
  </section>
);

export const ActionRows = ({ actions }: ActionsProps) => (
  <ol className={styles.actions}>
    {actions.map((action) => {
      const time = Date.parse(action.at);
      return (
        <li key={action.id}>
          <p>
            <strong>{action.by}</strong> {actionText(action)}
            {action.outcome === null && texts.underWay}
          </p>
          {action.note && <p className={styles.error}>{action.note}</p>}
          <p className={styles.small} data-tip={exactTime(time)}>
            {whenText(time)}
          </p>
        </li>
      );
    })}
  </ol>
);
