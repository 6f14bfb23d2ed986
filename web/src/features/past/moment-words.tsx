import { secondOf, shortSecondOf, formatNumber } from '../../shared/format.js';
import styles from './past.module.css';
import { wordsOf, type Moment } from './use-moment.js';

interface MomentWordsProps {
  readonly moment: Moment;
  readonly isPhone: boolean;
  /** With the event. */
  readonly isOpen: boolean;
}

/** Which moment is on view: its time, its position, and the event that made it so. */
export function MomentWords({ moment, isPhone, isOpen }: MomentWordsProps) {
  const { position, head, event, error } = moment;
  if (error && position === undefined)
    return (
      <p className={styles.words} role="alert">
        <strong>This moment is not known.</strong> The address names no position and no time.
      </p>
    );
  const isThis = isOpen && event && Number(event.position) === position;
  return (
    <p className={styles.words} role="status">
      <strong>
        {position === 0 ? 'As it was before anything happened' : asOfText(event?.at, isPhone)}
      </strong>
      <span className={styles.event}>
        event {position === undefined ? '…' : formatNumber(position)} of{' '}
        {head === undefined ? '…' : formatNumber(head)}
        {isThis ? ` – ${wordsOf(event)}` : ''}
      </span>
    </p>
  );
}

function asOfText(at: string | undefined, isShort: boolean): string {
  const timeOf = isShort ? shortSecondOf : secondOf;
  return `As it was on ${at ? timeOf(Date.parse(at)) : '…'}`;
}
