import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatNumber } from '../../shared/format.js';
import { Button, IconButton } from '../../shared/ui/button.js';
import { undoAtOnce } from '../../shared/undo/undo.js';
import { clearFinished, pauseAll, removeAll, resumeAll } from './engine.js';
import { dropsOf, inOrder, totalsOf, type Item, type Totals } from './queue.js';
import { TrayRow } from './tray-row.js';
import styles from './tray.module.css';
import { texts } from './texts.js';

const DRAWN = 200;
const LINGERS = 10_000;

function titleOf({ done, failed, active, count, paused }: Totals): string {
  const failures = failed > 0 ? texts.failed(formatNumber(failed)) : '';
  if (paused) return texts.pausedOf(done, count, failures);
  if (active > 0) return texts.uploadingOfFile(Math.min(done + failed + 1, count), count, failures);
  return texts.fileAdded(done, failures);
}

/** Everything that is being uploaded, from whatever folder; it stays while one goes on working. */
export function TrayPanel({ items }: { readonly items: readonly Item[] }) {
  const totals = totalsOf(items);
  const isDone = totals.active === 0 && totals.failed === 0;
  const [chosen, setChosen] = useState<boolean>();
  const [hovered, setHovered] = useState(false);
  const drops = dropsOf(items);
  const open = chosen ?? (!isDone || drops.length > 1);
  useEffect(() => {
    if (!isDone || hovered) return;
    const timer = setTimeout(removeAll, LINGERS);
    return () => clearTimeout(timer);
  }, [isDone, hovered]);
  return (
    <section
      className={styles.tray}
      aria-label={texts.uploads}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <header className={styles.header}>
        <strong role="status">{titleOf(totals)}</strong>
        {totals.active > 0 && <PauseAll paused={totals.paused} />}
        <IconButton
          icon={open ? ChevronDown : ChevronUp}
          label={open ? texts.collapse : texts.expand}
          aria-expanded={open}
          onClick={() => setChosen(!open)}
        />
        {totals.active === 0 && <Ended drops={drops} />}
      </header>
      <progress
        className={styles.total}
        max={1}
        value={totals.active > 0 ? totals.share : 1}
        aria-label={texts.allUploads}
        data-failed={totals.failed > 0 || undefined}
      />
      {open && <TrayList items={items} totals={totals} drops={drops} />}
    </section>
  );
}

const PauseAll = ({ paused }: { readonly paused: boolean }) =>
  paused ? (
    <IconButton icon={Play} label={texts.resumeAll} onClick={resumeAll} />
  ) : (
    <IconButton icon={Pause} label={texts.pauseAll} onClick={pauseAll} />
  );

const Ended = ({ drops }: { readonly drops: readonly (readonly Item[])[] }) => (
  <>
    {drops.length === 1 && <UndoDrop drop={drops[0]} />}
    <IconButton icon={X} label={texts.close} onClick={removeAll} />
  </>
);

interface UndoDropProps {
  readonly drop: readonly Item[] | undefined;
  readonly label?: string;
}

/** Takes back what was dropped together, with the folders that came with it. */
function UndoDrop({ drop, label }: UndoDropProps) {
  const [asked, setAsked] = useState<string>();
  const correlationId = drop?.[0]?.correlationId;
  if (!correlationId || correlationId === asked) return null;
  const undo = () => {
    setAsked(correlationId);
    void undoAtOnce({ correlationId }, 'undo');
  };
  return (
    <Button small tone="quiet" aria-label={label} onClick={undo}>
      {texts.undo}
    </Button>
  );
}

/** Several drops stand in the list: each is undone by itself. */
function DropLine({ drop }: { readonly drop: readonly Item[] }) {
  const text = texts.fileAddedTo(drop.length, drop[0]?.where ?? '');
  return (
    <li className={styles.drop}>
      <span>{text}</span>
      <UndoDrop drop={drop} label={texts.undoDrop(text)} />
    </li>
  );
}

interface TrayListProps {
  readonly items: readonly Item[];
  readonly totals: Totals;
  readonly drops: readonly (readonly Item[])[];
}

function TrayList({ items, totals, drops }: TrayListProps) {
  return (
    <>
      <ul className={styles.items}>
        {totals.active === 0 &&
          drops.length > 1 &&
          drops.map((drop) => <DropLine key={drop[0]?.correlationId} drop={drop} />)}
        {inOrder(items)
          .slice(0, DRAWN)
          .map((item) => (
            <TrayRow key={item.id} item={item} />
          ))}
        {items.length > DRAWN && (
          <li className={styles.muted}>{texts.andMore(items.length - DRAWN)}</li>
        )}
      </ul>
      {totals.active > 0 && totals.done > 0 && (
        <Button small tone="quiet" onClick={clearFinished}>
          {texts.clearFinished}
        </Button>
      )}
    </>
  );
}
