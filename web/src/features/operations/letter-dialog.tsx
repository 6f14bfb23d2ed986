import type { DeadLetterView, OperationsView } from '@feusa/contracts/operations';
import { Link } from 'wouter';
import { exactTime } from '../../shared/format.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Facts } from '../../shared/ui/facts.js';
import { ActionRows } from './action-list.js';
import { eventName, partName, stateNames } from './names.js';
import { texts } from './texts.js';

interface LetterDialogProps {
  /** As it stands in the address. */
  readonly id: string;
  readonly view: OperationsView;
  readonly onClose: () => void;
  readonly onRedrive: (letter: DeadLetterView) => void;
  readonly onDiscard: (letter: DeadLetterView) => void;
}

/** One dead letter with all that is known of it and what was done about it. */
export default function LetterDialog({ id, view, onClose, ...ask }: LetterDialogProps) {
  const letter = view.deadLetters.find((each) => String(each.id) === id);
  const actions = view.actions.filter((action) => String(action.letter) === id);
  if (!letter)
    return (
      <Dialog title={texts.noLongerBlocked} onClose={onClose} size="medium">
        <p>{texts.itsChangesAreProcessedAgain}</p>
        {actions.length > 0 && <ActionRows actions={actions} />}
      </Dialog>
    );
  const footer = (
    <>
      {letter.state !== 'discarded' && (
        <Button tone="danger" onClick={() => ask.onDiscard(letter)}>
          {texts.discard}
        </Button>
      )}
      <Button
        tone="primary"
        disabled={letter.state === 'due'}
        onClick={() => ask.onRedrive(letter)}
      >
        {texts.retry}
      </Button>
    </>
  );
  return (
    <Dialog title={eventName(letter.eventType)} size="medium" onClose={onClose} footer={footer}>
      <LetterFacts letter={letter} />
      <p>
        <Link href={`/log?stream=${encodeURIComponent(letter.stream)}`}>
          {texts.everythingAboutThisInThe}
        </Link>
      </p>
      {actions.length > 0 && <ActionRows actions={actions} />}
    </Dialog>
  );
}

function LetterFacts({ letter }: { readonly letter: DeadLetterView }) {
  const { consumer, stream, fromVersion, position, eventId, error, tries, redrives } = letter;
  return (
    <Facts
      of={[
        [texts.state, stateNames[letter.state]],
        [texts.error, error],
        [texts.part, partName(consumer)],
        [texts.stream, texts.fromVersionOn(stream, fromVersion)],
        [texts.event, texts.position(letter.eventType, eventId, position)],
        [texts.tries, texts.failedRetries(tries, redrives)],
        [texts.blocked, exactTime(Date.parse(letter.blockedAt))],
      ]}
    />
  );
}
