import { Link } from 'wouter';
import { formatNumber } from '../../../shared/format.js';
import { useSession } from '../../../shared/session.js';
import { UndoButton } from '../../../shared/undo/undo-button.js';
import { describeEvent, nounOf } from '../describe.js';
import styles from './event.module.css';
import type { EventDetails, LogEvent } from '../log-event.js';
import { searchOf } from '../log/use-filter.js';
import type { Known } from '../use-names.js';
import { texts } from '../texts.js';

interface EventEffectsProps {
  readonly details: EventDetails;
  readonly known: Known;
}

/** What came of the same request, and what happened to the thing before and since. */
export function EventEffects({ details, known }: EventEffectsProps) {
  const { previous, next, event } = details;
  const noun = nounOf(event.stream);
  return (
    <section className={styles.section}>
      <h3>{texts.causeAndEffects}</h3>
      <SameRequest details={details} known={known} />
      <p className={styles.ways}>
        {previous && <Link href={`/log/${previous}`}>{texts.previousChangeToThis(noun)}</Link>}
        {next && <Link href={`/log/${next}`}>{texts.nextChangeToThis(noun)}</Link>}
        {!previous && !next && (
          <span className={styles.quiet}>{texts.noOtherChangesToThis(noun)}</span>
        )}
      </p>
    </section>
  );
}

/** So many are listed; the log lists them all. */
const FEW = 8;

function SameRequest({ details, known }: EventEffectsProps) {
  const { event, siblings, moreSiblings } = details;
  const { isAdmin } = useSession();
  if (!siblings) return <p>{texts.lookingUp}</p>;
  const others = siblings.filter(({ position }) => position !== event.position);
  if (others.length === 0) return <p className={styles.quiet}>{texts.noOtherChangesInRequest}</p>;
  const correlation = event.correlationId ?? '';
  const left = others.length - FEW;
  return (
    <>
      <p className={styles.quiet}>{texts.otherChangesInThisRequest}</p>
      <ul className={styles.siblings}>
        {others.slice(0, FEW).map((other) => (
          <li key={other.position}>
            <Sibling event={other} known={known} />
          </li>
        ))}
        {left > 0 && (
          <li className={styles.quiet}>
            {texts.andMoreChanges(formatNumber(left) + (moreSiblings ? '+' : ''))}
          </li>
        )}
      </ul>
      <p className={styles.ways}>
        {(moreSiblings || others.length > 3) && (
          <Link href={`/log${searchOf({ correlation })}`}>{texts.allChangesInThisRequest}</Link>
        )}
        {isAdmin && correlation && (
          <UndoButton wanted={{ correlationId: correlation }} label={texts.undoAllOfIt} />
        )}
      </p>
    </>
  );
}

const Sibling = ({ event, known }: { readonly event: LogEvent; readonly known: Known }) => (
  <Link href={`/log/${event.position}`}>
    {event.position}: {describeEvent(event, known.names)}
  </Link>
);
