import type { UndoAnswer } from '@feusa/contracts/undo';
import { formatNumber } from '../format.js';
import { Banner, Failure } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import styles from './undo.module.css';
import { texts } from './texts.js';

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
        {texts.close}
      </Button>
      {isMore && (
        <Button tone="primary" autoFocus onClick={onGoOn}>
          {texts.undoTheRest}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={texts.notEverythingWasUndone} size="medium" onClose={onClose} footer={footer}>
      {stopped?.code === 'unavailable' && <Failure text={stopped.text} error={undefined} />}
      {stopped?.code === 'asked' && <Banner>{stopped.text}</Banner>}
      <HowFar answer={answer} />
      {skippedCount > 0 && <Skipped answer={answer} />}
    </Dialog>
  );
}

const Skipped = ({ answer: { skipped, skippedCount } }: { readonly answer: UndoAnswer }) => (
  <>
    <p>{texts.thisWasLeftAsIt}</p>
    <ul className={styles.left}>
      {skipped.slice(0, SHOWN).map(({ position, text }) => (
        <li key={position}>
          <span className={styles.position}>{texts.event(position)}</span> {text}
        </li>
      ))}
      {skippedCount > SHOWN && <li>{texts.andMore(formatNumber(skippedCount - SHOWN))}</li>}
    </ul>
  </>
);

function HowFar({ answer: { done, left, stopped } }: { readonly answer: UndoAnswer }) {
  if (!stopped) return <p>{texts.changeUndone(done)}</p>;
  return (
    <div className={styles.howFar}>
      <p>{texts.someUndone(formatNumber(done), done + left)}</p>
      <progress aria-label={texts.undone} max={done + left} value={done} />
    </div>
  );
}
