import type { DeadLetterView } from '@feusa/contracts/operations';
import { RotateCw, Trash2 } from 'lucide-react';
import { exactTime, whenText } from '../../shared/format.js';
import { Button } from '../../shared/ui/button.js';
import { eventName, partName, stateNames } from './names.js';
import styles from './operations.module.css';
import { texts } from './texts.js';

interface LetterListProps {
  readonly label: string;
  readonly letters: readonly DeadLetterView[];
  readonly onOpen: (letter: DeadLetterView) => void;
  readonly onRedrive: (letter: DeadLetterView) => void;
  readonly onDiscard: (letter: DeadLetterView) => void;
}

export const LetterList = ({ label, letters, ...ask }: LetterListProps) => (
  <ul className={styles.list} aria-label={label}>
    {letters.map((letter) => (
      <LetterRow key={letter.id} letter={letter} {...ask} />
    ))}
  </ul>
);

type LetterRowProps = Omit<LetterListProps, 'label' | 'letters'> & {
  readonly letter: DeadLetterView;
};

function LetterRow({ letter, onOpen, onRedrive, onDiscard }: LetterRowProps) {
  const { stream, consumer, eventType, position, error, state, blockedAt } = letter;
  const time = Date.parse(blockedAt);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <button type="button" className={styles.open} onClick={() => onOpen(letter)}>
            {eventName(eventType)}
          </button>{' '}
          <span className={styles.state} data-state={state}>
            {stateNames[state]}
          </span>
        </p>
        <p className={styles.error}>{error}</p>
        <p className={styles.small} data-tip={exactTime(time)}>
          {texts.where(partName(consumer), stream, position, whenText(time))}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          small
          icon={RotateCw}
          disabled={state === 'due'}
          aria-label={texts.retryStream(stream)}
          onClick={() => onRedrive(letter)}
        >
          {texts.retry}
        </Button>
        {state !== 'discarded' && (
          <Button
            small
            tone="danger"
            icon={Trash2}
            aria-label={texts.discardStream(stream)}
            onClick={() => onDiscard(letter)}
          >
            {texts.discard}
          </Button>
        )}
      </div>
    </li>
  );
}
