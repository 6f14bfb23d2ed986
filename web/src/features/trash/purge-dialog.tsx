import type { TrashItem, TrashOutlook } from '@feusa/contracts/views';
import useSWR from 'swr';
import { Failure } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { LoadingBlock } from '../../shared/ui/skeleton.js';
import { ErrorState } from '../../shared/ui/states.js';
import { readOutlook } from './purging.js';
import { texts } from './texts.js';
import styles from './trash.module.css';
import { usePurge } from './use-purge.js';

export interface PurgeDialogProps {
  readonly of: readonly TrashItem[] | 'all';
  /** Whether somebody is in the trash, who is not deleted with it. */
  readonly hasPeople: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Says how much goes for good, deletes it, and shows how far it is. */
export default function PurgeDialog({ of, hasPeople, onDone, onClose }: PurgeDialogProps) {
  const outlook = useSWR(['outlook', ...idsOf(of)], () => readOutlook(of), ONCE);
  const work = usePurge(of, onDone);
  const { left, error } = work;
  return (
    <Dialog
      title={of === 'all' ? texts.emptyTrash : texts.deleteForGood}
      role="alertdialog"
      onClose={onClose}
      footer={<Footer outlook={outlook.data} work={work} onClose={onClose} />}
    >
      {error !== undefined && <Failure text={texts.notDeleted(left?.length ?? 0)} error={error} />}
      {outlook.data ? (
        <p>{wordsFor(outlook.data)}</p>
      ) : (
        <Counting error={outlook.error as unknown} onRetry={() => void outlook.mutate()} />
      )}
      {of === 'all' ? hasPeople && <p>{texts.employeesStay}</p> : <Names items={left ?? of} />}
      <Progress {...work} />
    </Dialog>
  );
}

const ONCE = { revalidateOnFocus: false };
const idsOf = (of: PurgeDialogProps['of']) => (of === 'all' ? [of] : of.map(({ id }) => id));

interface CountingProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

const Counting = ({ error, onRetry }: CountingProps) =>
  error === undefined ? (
    <LoadingBlock label={texts.countingWhatGoes} style={{ height: 44 }} />
  ) : (
    <ErrorState title={texts.couldNotBeCounted} error={error} onRetry={onRetry} />
  );

interface FooterProps {
  readonly outlook: TrashOutlook | undefined;
  readonly work: ReturnType<typeof usePurge>;
  readonly onClose: () => void;
}

function Footer({ outlook, work, onClose }: FooterProps) {
  const { isRunning = false, isStopping = false, all = 0, run, stop } = work;
  return (
    <>
      {isRunning && all > 1 ? (
        <Button onClick={isStopping ? undefined : stop}>
          {isStopping ? texts.stopping : texts.stop}
        </Button>
      ) : (
        <Button autoFocus onClick={onClose}>
          {texts.cancel}
        </Button>
      )}
      <Button
        tone="danger"
        data-solid
        disabled={!outlook || (isEmpty(outlook) && !work.left)}
        pending={isRunning}
        onClick={() => void run()}
      >
        {texts.deleteForGood}
      </Button>
    </>
  );
}

const isEmpty = ({ folders, files, links }: TrashOutlook) => folders + files + links === 0;

function wordsFor(outlook: TrashOutlook): string {
  if (isEmpty(outlook)) return texts.nothingGoes;
  const { folders, files, links, bytes } = outlook;
  const kinds = [
    [files, texts.documents],
    [links, texts.links],
    [folders, texts.folders],
  ] as const;
  const parts = kinds.filter(([count]) => count > 0).map(([count, words]) => words(count));
  return texts.goes(parts, bytes);
}

const FEW = 6;

const Names = ({ items }: { readonly items: readonly TrashItem[] }) => (
  <ul className={styles.names}>
    {items.slice(0, FEW).map(({ id, name }) => (
      <li key={id}>{name}</li>
    ))}
    {items.length > FEW && <li>{texts.andMore(items.length - FEW)}</li>}
  </ul>
);

type ProgressProps = Pick<ReturnType<typeof usePurge>, 'isRunning' | 'done' | 'all'>;

const Progress = ({ isRunning = false, done = 0, all = 0 }: ProgressProps) =>
  isRunning && all > 1 ? (
    <div className={styles.progress}>
      <p role="status">{texts.deletedOf(done, all)}</p>
      <progress aria-label={texts.deletedSoFar} max={all} value={done} />
    </div>
  ) : null;
