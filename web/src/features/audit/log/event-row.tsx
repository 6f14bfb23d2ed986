import type { Ref } from 'react';
import { exactTime, whenText, formatNumber } from '../../../shared/format.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import styles from '../audit.module.css';
import { ActorMark } from '../actor-mark.js';
import { describeEvent, withShortNames } from '../describe.js';
import type { LogEvent } from '../log-event.js';
import type { Known } from '../use-names.js';
import { texts } from '../texts.js';

interface EventRowProps {
  /** Undefined while it is being read. */
  readonly event: LogEvent | undefined;
  readonly index: number;
  readonly known: Known;
  readonly isPhone: boolean;
  /** Whether the Tab key leads here. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onOpen: (position: string) => void;
  readonly ref: Ref<HTMLButtonElement>;
}

export function EventRow(props: EventRowProps) {
  const { event, index, known, isPhone, isStop, onFocus, onOpen, ref } = props;
  const at = event && Date.parse(event.at);
  return (
    <button
      ref={ref}
      type="button"
      className={styles.row}
      data-row={index}
      tabIndex={isStop ? 0 : -1}
      aria-label={event ? undefined : texts.loading}
      onFocus={onFocus}
      onClick={() => event && onOpen(event.position)}
    >
      {event && at !== undefined ? (
        <>
          <span className={styles.what}>
            <ActorMark known={known} id={event.actor} />
            <strong>{known.actor(event.actor)}</strong>{' '}
            {withShortNames(describeEvent(event, known.names), isPhone ? 30 : 60)}
          </span>
          <time dateTime={event.at} title={exactTime(at)} className={styles.when}>
            {whenText(at)}
          </time>
          <span className={styles.position}>
            <span className="visually-hidden">{texts.position}</span>
            {formatNumber(Number(event.position))}
          </span>
        </>
      ) : (
        <Skeleton className={styles.bone ?? ''} />
      )}
    </button>
  );
}
