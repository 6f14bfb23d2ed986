import { secondOf, shortSecondOf, formatNumber } from '../../shared/format.js';
import styles from './past.module.css';
import { wordsOf, type Moment } from './use-moment.js';
import { texts } from './texts.js';

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
        <strong>{texts.thisMomentIsNotKnown}</strong> {texts.theAddressNamesNoPosition}
      </p>
    );
  const isThis = isOpen && event && Number(event.position) === position;
  return (
    <p className={styles.words} role="status">
      <strong>{position === 0 ? texts.asItWasBeforeAnything : asOfText(event?.at, isPhone)}</strong>
      <span className={styles.event}>
        {texts.atEvent(numberOf(position), numberOf(head))}
        {isThis ? ` – ${wordsOf(event)}` : ''}
      </span>
    </p>
  );
}

const numberOf = (n: number | undefined) => (n === undefined ? '…' : formatNumber(n));

function asOfText(at: string | undefined, isShort: boolean): string {
  const timeOf = isShort ? shortSecondOf : secondOf;
  return texts.asItWasOn(at ? timeOf(Date.parse(at)) : '…');
}
