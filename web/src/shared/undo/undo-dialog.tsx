import type { OnConflict as OnNameTaken } from '@feusa/contracts/on-conflict';
import type { OnConflict, UndoPreview } from '@feusa/contracts/undo';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../api.js';
import { formatNumber } from '../format.js';
import { Failure } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Skeleton } from '../ui/skeleton.js';
import { ErrorState } from '../ui/states.js';
import { ConflictChoice, NameChoice } from './conflict-choice.js';
import type { UndoTarget } from './done-stack.js';
import { LeftOut } from './left-out.js';
import { StepList } from './step-list.js';
import styles from './undo.module.css';
import { usePreview } from './use-preview.js';
import { useUndo } from './use-undo.js';
import { texts } from './texts.js';

interface UndoDialogProps {
  readonly wanted: UndoTarget;
  readonly onClose: () => void;
}

/** Shows what undoing will do and what stands in its way, and does it. */
export default function UndoDialog({ wanted, onClose }: UndoDialogProps) {
  const [onNameTaken, setOnNameTaken] = useState<OnNameTaken>('keep-both');
  const seen = usePreview(wanted, onNameTaken);
  const { preview } = seen;
  const work = useUndo(wanted, preview?.plan, onClose);
  const [choice, setChoice] = useState<OnConflict>('skip');
  const lookAgain = () => {
    work.reset();
    seen.reload();
  };
  if (work.answer) return <LeftOut answer={work.answer} onClose={onClose} onGoOn={lookAgain} />;
  const mayLeave = leavesSomething(seen);
  const onConflict = mayLeave ? choice : 'overwrite';
  const run = () => void work.run(onConflict, onNameTaken);
  return (
    <Dialog
      title={titleOf(preview)}
      size="medium"
      onClose={work.leave}
      footer={<Footer {...{ seen, onConflict, work, onRun: run }} />}
    >
      {work.error !== undefined && <Refused error={work.error} onLookAgain={lookAgain} />}
      {seen.error !== undefined && (
        <ErrorState title={texts.thisCannotBeShown} error={seen.error} onRetry={seen.reload} />
      )}
      {!preview && seen.error === undefined && <Bones />}
      {preview && (
        <Plan preview={preview} seen={seen} work={work}>
          {mayLeave && preview.counts.conflict > 0 && (
            <ConflictChoice choice={choice} onChoice={setChoice} />
          )}
          <NameChoice {...{ preview, choice: onNameTaken, onChoice: setOnNameTaken }} />
        </Plan>
      )}
    </Dialog>
  );
}

interface PlanProps {
  readonly preview: UndoPreview;
  readonly seen: ReturnType<typeof usePreview>;
  readonly work: ReturnType<typeof useUndo>;
  readonly children: ReactNode;
}

const Plan = ({ preview, seen, work, children }: PlanProps) => (
  <>
    {work.stopError !== undefined && (
      <Failure text={texts.itCouldNotBeStopped} error={work.stopError} />
    )}
    {work.pending && <Progress counts={preview.counts} done={work.done ?? 0} />}
    {preview.total > 1 && <p>{summary(preview.counts)}</p>}
    <StepList steps={seen.steps} />
    {seen.hasMore && (
      <Button small onClick={seen.more}>
        {texts.showMore}
      </Button>
    )}
    {children}
  </>
);

const titleOf = (preview: UndoPreview | undefined) =>
  preview && preview.total > 1 ? texts.undoChange(preview.total) : texts.undo;

type Counts = UndoPreview['counts'];
function summary({ ready, conflict, blocked, done }: Counts): string {
  const parts = [
    texts.readyCount(formatNumber(ready)),
    ...(conflict > 0 ? [texts.conflictCount(formatNumber(conflict))] : []),
    ...(blocked > 0 ? [texts.blockedCount(formatNumber(blocked))] : []),
    ...(done > 0 ? [texts.forNothingIsLeftTo(formatNumber(done))] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** Whether something is undone also where all is left alone that was changed since. */
const leavesSomething = ({ preview, steps }: ReturnType<typeof usePreview>): boolean =>
  (preview?.total ?? 0) > 1 || steps.some((step) => step.changes.length > step.conflicts.length);

interface FooterProps {
  readonly seen: ReturnType<typeof usePreview>;
  readonly onConflict: OnConflict;
  readonly work: ReturnType<typeof useUndo>;
  readonly onRun: () => void;
}

function Footer({ seen: { preview, isStale }, onConflict, work, onRun }: FooterProps) {
  const { ready = 0, conflict = 0 } = preview?.counts ?? {};
  const { pending, leave } = work;
  if (ready + conflict === 0) return <Button onClick={leave}>{texts.close}</Button>;
  return (
    <>
      {pending && ready + conflict > 1 && <StopButton work={work} />}
      <Button onClick={leave}>{pending ? texts.goOnInTheBackground : texts.cancel}</Button>
      <Button tone="primary" autoFocus pending={pending || isStale} onClick={onRun}>
        {verbOf(preview, onConflict)}
      </Button>
    </>
  );
}

function verbOf(preview: UndoPreview | undefined, onConflict: OnConflict): string {
  if (preview && preview.counts.conflict > 0 && onConflict === 'overwrite')
    return texts.undoAllTheSame;
  return preview?.total === 1 && preview.taken > 0 ? texts.keepBoth : texts.undo;
}

function StopButton({ work: { stopping, stop } }: Pick<FooterProps, 'work'>) {
  return (
    <Button onClick={stopping ? undefined : stop}>{stopping ? texts.stopping : texts.stop}</Button>
  );
}

interface RefusedProps {
  readonly error: unknown;
  readonly onLookAgain: () => void;
}

const Refused = ({ error, onLookAgain }: RefusedProps) => (
  <>
    <Failure text={texts.itWasNotUndone} error={error} />
    {error instanceof ApiError && error.code === 'undo/changed' && (
      <Button small onClick={onLookAgain}>
        {texts.lookAgain}
      </Button>
    )}
  </>
);

const WORTH_A_BAR = 100;

/** Stays in view above the list. */
function Progress({ counts, done }: { readonly counts: Counts; readonly done: number }) {
  const all = counts.ready + counts.conflict;
  if (all <= WORTH_A_BAR) return null;
  return (
    <div className={styles.progress}>
      <p>{texts.progress(formatNumber(done), formatNumber(all))}</p>
      <progress aria-label={texts.undoneSoFar} max={all} value={done} />
    </div>
  );
}

const Bones = () => (
  <div aria-hidden>
    {[0, 1].map((row) => (
      <Skeleton key={row} style={{ height: 44, margin: '6px 0' }} />
    ))}
  </div>
);
