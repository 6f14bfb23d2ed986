import type { UndoAnswer } from '@feusa/contracts/undo';
import { counted } from '../format.js';
import { Banner, Failure } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import styles from './undo.module.css';

const SHOWN = 100;

interface LeftOutProps {
  readonly answer: UndoAnswer;
  readonly onClose: () => void;
  readonly onGoOn: () => void;
}

/** What was not undone, and why; of an undo that ended early, how far it came, and the way on. */
export function LeftOut({ answer, onClose, onGoOn }: LeftOutProps) {
  const { skippedCount, stopped, left } = answer;
  const isMore = stopped !== undefined && left > 0;
  const footer = (
    <>
      <Button tone={isMore ? 'plain' : 'primary'} autoFocus={!isMore} onClick={onClose}>
        Close
      </Button>
      {isMore && (
        <Button tone="primary" autoFocus onClick={onGoOn}>
          Undo the rest
        </Button>
      )}
    </>
  );
  return (
    <Dialog title="Not everything was undone" size="medium" onClose={onClose} footer={footer}>
      {stopped?.code === 'unavailable' && <Failure text={stopped.text} error={undefined} />}
      {stopped?.code === 'asked' && <Banner>{stopped.text}</Banner>}
      <HowFar answer={answer} />
      {skippedCount > 0 && <Skipped answer={answer} />}
    </Dialog>
  );
}

const Skipped = ({ answer: { skipped, skippedCount } }: { readonly answer: UndoAnswer }) => (
  <>
    <p>This was left as it is:</p>
    <ul className={styles.left}>
      {skipped.slice(0, SHOWN).map(({ position, text }) => (
        <li key={position}>
          <span className={styles.position}>Event {position}</span> {text}
        </li>
      ))}
      {skippedCount > SHOWN && <li>and {many(skippedCount - SHOWN)} more</li>}
    </ul>
  </>
);

const many = (n: number) => n.toLocaleString('en');

function HowFar({ answer: { done, left, stopped } }: { readonly answer: UndoAnswer }) {
  if (!stopped) return <p>{counted(done, 'change')} undone.</p>;
  return (
    <div className={styles.howFar}>
      <p>
        {many(done)} of {counted(done + left, 'change')} undone
      </p>
      <progress aria-label="Undone" max={done + left} value={done} />
    </div>
  );
}
