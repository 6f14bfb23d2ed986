import useSWR from 'swr';
import { exactTime } from '../../shared/format.js';
import { useSession } from '../../shared/session.js';
import { UndoButton } from '../../shared/undo/undo-button.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { ErrorState } from '../../shared/ui/states.js';
import styles from './audit.module.css';
import { Certificate } from './certificate.js';
import { describeEvent, typeLabel } from './describe.js';
import type { LogEvent } from './log-event.js';
import { readLog } from './use-log.js';
import type { Known } from './use-names.js';

interface EventDialogProps {
  readonly position: string;
  /** What is on the screen: nearly always the event is among it. */
  readonly events: readonly LogEvent[];
  readonly known: Known;
  readonly onStream: (stream: string) => void;
  readonly onClose: () => void;
}

const read = async ([, position]: readonly [string, string]) => {
  const { events } = await readLog('')(Number(position) - 1, 1);
  return events.find((event) => event.position === position) ?? null;
};

/** One event with everything that is stored of it; it has its own address. */
export default function EventDialog(props: EventDialogProps) {
  const { position, events, known, onStream, onClose } = props;
  const { isAdmin } = useSession();
  const near = events.find((event) => event.position === position);
  const isNumber = /^[1-9]\d{0,14}$/.test(position);
  const { data, error } = useSWR(!near && isNumber ? ['log-event', position] : null, read);
  const event = near ?? data;
  const footer = event && (
    <>
      {isAdmin && <UndoButton wanted={{ position: event.position }} />}
      <Button onClick={() => onStream(event.stream)}>Everything about this</Button>
      <Button tone="primary" onClick={onClose}>
        Close
      </Button>
    </>
  );
  return (
    <Dialog title={`Event ${position}`} size="medium" onClose={onClose} footer={footer}>
      {error !== undefined && <ErrorState title="The event did not load" error={error} />}
      {(event === null || !isNumber) && <p>The log has no event at this position.</p>}
      {event && (
        <>
          <p>
            <strong>{known.actor(event.actor)}</strong> {describeEvent(event, known.names)}
          </p>
          <dl className={styles.facts}>
            <Fact label="Type" value={typeLabel(event.type)} />
            <Fact label="Time" value={`${exactTime(Date.parse(event.at))} (${event.at})`} />
            <Fact label="Stream" value={`${event.stream}, version ${event.version}`} />
            <Fact label="Actor" value={event.actor} />
            {event.correlationId && <Fact label="Correlation" value={event.correlationId} />}
            <Fact label="Hash" value={event.hash} />
          </dl>
          {event.type === 'PersonErased' && <Certificate stream={event.stream} />}
          <pre className={styles.json} tabIndex={0} aria-label="Data of the event">
            {JSON.stringify(event.data, null, 2)}
          </pre>
        </>
      )}
    </Dialog>
  );
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
