import type { UndoAnswer } from '@feusa/contracts/undo';
import { counted } from '../format.js';
import { Failure } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import styles from './undo.module.css';

const SHOWN = 100;

interface LeftOutProps {
  readonly answer: UndoAnswer;
  readonly onClose: () => void;
}

/** What was not undone, and why. */
export function LeftOut({ answer, onClose }: LeftOutProps) {
  const { done, skipped, skippedCount, stopped } = answer;
  const footer = (
    <Button tone="primary" autoFocus onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Not everything was undone" size="medium" onClose={onClose} footer={footer}>
      {stopped !== undefined && <Failure text={stopped} error={undefined} />}
      <p>
        {counted(done, 'change')} undone.{skippedCount > 0 && ' This was left:'}
      </p>
      <ul className={styles.left}>
        {skipped.slice(0, SHOWN).map(({ position, text }) => (
          <li key={position}>
            <span className={styles.position}>Event {position}</span> {text}
          </li>
        ))}
        {skippedCount > SHOWN && <li>and {skippedCount - SHOWN} more</li>}
      </ul>
    </Dialog>
  );
}
