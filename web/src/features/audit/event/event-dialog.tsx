import { ChevronDown, ChevronUp, History } from 'lucide-react';
import { useMemo } from 'react';
import useSWRImmutable from 'swr/immutable';
import { ApiError, request } from '../../../shared/api.js';
import { exactTime } from '../../../shared/format.js';
import { passingOn } from '../../../shared/links/pass-on.js';
import { useSession } from '../../../shared/session.js';
import { isTyping, useKeys } from '../../../shared/shortcuts.js';
import { UndoButton } from '../../../shared/undo/undo-button.js';
import { Button, IconButton, LinkButton } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/states.js';
import { Facts } from '../../../shared/ui/facts.js';
import { Certificate } from '../erasure/certificate.js';
import { describeEvent, typeLabel } from '../describe.js';
import { ActorMark } from '../actor-mark.js';
import { EventChanges } from './event-changes.js';
import { EventEffects } from './event-effects.js';
import { momentAddress } from './moment-address.js';
import { EventProof } from '../proof/event-proof.js';
import styles from './event.module.css';
import type { EventDetails } from '../log-event.js';
import { useNames } from '../use-names.js';
import { texts } from '../texts.js';

interface EventDialogProps {
  readonly position: string;
  /** Positions of the events above and below it in the list. */
  readonly newer: string | undefined;
  readonly older: string | undefined;
  readonly onGo: (position: string) => void;
  readonly onStream: (stream: string) => void;
  readonly onClose: () => void;
}

const read = (path: string) => request<EventDetails>('GET', path);

/** One event with everything that belongs to it; it has its own address. */
export default function EventDialog(props: EventDialogProps) {
  const { position, newer, older, onGo, onStream, onClose } = props;
  const { data, error, mutate } = useSWRImmutable<EventDetails>(
    `/api/audit/events/${encodeURIComponent(position)}`,
    read,
  );
  const { isAdmin } = useSession();
  const isGone = error instanceof ApiError && error.status === 404;
  useStepKeys(newer, older, onGo);
  const footer = (
    <>
      <span className={styles.steps}>
        <IconButton
          icon={ChevronUp}
          label={texts.newerEvent}
          tip={texts.newerK}
          disabled={!newer}
          onClick={() => newer && onGo(newer)}
        />
        <IconButton
          icon={ChevronDown}
          label={texts.olderEvent}
          tip={texts.olderJ}
          disabled={!older}
          onClick={() => older && onGo(older)}
        />
      </span>
      {!isGone && isAdmin && <UndoButton wanted={{ position }} />}
      {!isGone && (
        <Button disabled={!data} onClick={() => data && onStream(data.event.stream)}>
          {texts.everythingAboutThis}
        </Button>
      )}
      <Button tone="primary" onClick={onClose}>
        {texts.close}
      </Button>
    </>
  );
  return (
    <Dialog
      addressed
      title={texts.event(position)}
      size="medium"
      tall
      onClose={onClose}
      footer={footer}
    >
      {isGone && <p>{texts.noSuchEvent}</p>}
      {error !== undefined && !isGone && (
        <ErrorState title={texts.theEventDidNotLoad} error={error} onRetry={() => void mutate()} />
      )}
      {!data && !error && <Skeleton style={{ height: 280 }} />}
      {data && <Event details={data} />}
    </Dialog>
  );
}

const mapOf = <V,>(record: Readonly<Record<string, V>> = {}) => new Map(Object.entries(record));

function Event({ details }: { readonly details: EventDetails }) {
  const { event, bytes, names, people } = details;
  const given = useMemo(() => [mapOf(names), mapOf(people)] as const, [names, people]);
  const known = useNames(...given);
  const at = Date.parse(event.at);
  return (
    <>
      <div>
        <p className={styles.words}>
          <ActorMark known={known} id={event.actor} />
          <strong>{known.actor(event.actor)}</strong> {describeEvent(event, known.names)}
        </p>
        <p className={styles.when}>
          <time dateTime={event.at}>{exactTime(at)}</time>
          <CopyLink position={event.position} />
          <LinkButton small tone="quiet" icon={History} href={momentAddress(event)}>
            {texts.filesAtThisMoment}
          </LinkButton>
        </p>
      </div>
      {event.type === 'PersonErased' && <Certificate stream={event.stream} />}
      <EventChanges details={details} names={known.names} />
      <EventEffects details={details} known={known} />
      <EventProof details={details} />
      <details className={styles.more}>
        <summary>{texts.asItIsStored}</summary>
        <Facts
          of={[
            [texts.type, typeLabel(event.type)],
            [texts.time, event.at],
            [texts.stream, texts.version(event.stream, event.version)],
            [texts.actor, event.actor],
            [texts.command, event.commandId],
            [texts.correlation, event.correlationId],
            [texts.hash, event.hash],
          ]}
        />
        <pre className={styles.json} tabIndex={0} aria-label={texts.storedTextOfTheEvent}>
          {pretty(bytes)}
        </pre>
      </details>
    </>
  );
}

const pretty = (bytes: string) => {
  try {
    return JSON.stringify(JSON.parse(bytes), null, 2);
  } catch {
    return bytes;
  }
};

function CopyLink({ position }: { readonly position: string }) {
  const { label, icon, run } = passingOn(`/log/${position}`, texts.event(position));
  return (
    <Button small tone="quiet" {...(icon && { icon })} onClick={run}>
      {label}
    </Button>
  );
}

/** J and the arrow to the right lead to the older event, K and the one to the left to the newer. */
function useStepKeys(
  newer: string | undefined,
  older: string | undefined,
  onGo: (position: string) => void,
) {
  useKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const to =
      event.key === 'j' || event.key === 'ArrowRight'
        ? older
        : event.key === 'k' || event.key === 'ArrowLeft'
          ? newer
          : undefined;
    if (to !== undefined) onGo(to);
  });
}
