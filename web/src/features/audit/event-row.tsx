import { exactTime, whenText } from '../../shared/format.js';
import styles from './audit.module.css';
import { describeEvent } from './describe.js';
import type { LogEvent } from './log-event.js';
import type { Known } from './use-names.js';

interface EventRowProps {
  readonly event: LogEvent;
  readonly known: Known;
  readonly onOpen: () => void;
}

export function EventRow({ event, known, onOpen }: EventRowProps) {
  const at = Date.parse(event.at);
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.what}>
          <strong>{known.actor(event.actor)}</strong> {describeEvent(event, known.names)}
        </span>
        <time dateTime={event.at} title={exactTime(at)} className={styles.when}>
          {whenText(at)}
        </time>
        <span className={styles.position}>
          <span className="visually-hidden">position </span>
          {event.position}
        </span>
      </button>
    </li>
  );
}
