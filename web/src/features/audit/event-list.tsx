import { Button } from '../../shared/ui/button.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import styles from './audit.module.css';
import { EventRow } from './event-row.js';
import type { Log } from './use-log.js';
import type { Known } from './use-names.js';

interface EventListProps {
  readonly log: Log;
  readonly known: Known;
  readonly onOpen: (position: string) => void;
}

export function EventList({ log, known, onOpen }: EventListProps) {
  if (!log.events) return <Bones />;
  return (
    <>
      <ol className={styles.list} aria-label="Events, newest first" aria-busy={log.isReading}>
        {log.events.map((event) => (
          <EventRow
            key={event.position}
            event={event}
            known={known}
            onOpen={() => onOpen(event.position)}
          />
        ))}
      </ol>
      {log.hasOlder && (
        <div className={styles.older}>
          <Button pending={log.isReading} onClick={log.older}>
            Show older events
          </Button>
        </div>
      )}
    </>
  );
}

const Bones = () => (
  <div className={styles.list}>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} style={{ height: 40, margin: '6px 10px' }} />
    ))}
  </div>
);
