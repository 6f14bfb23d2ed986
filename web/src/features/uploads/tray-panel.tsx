import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { counted } from '../../shared/format.js';
import { Button, IconButton } from '../../shared/ui/button.js';
import { undoAtOnce } from '../../shared/undo/undo.js';
import { clearFinished, pauseAll, removeAll, resumeAll } from './engine.js';
import { totalsOf, type Item, type Totals } from './queue.js';
import { TrayRow } from './tray-row.js';
import styles from './tray.module.css';

const DRAWN = 200;
const LINGERS = 10_000;

function titleOf({ done, failed, active, count, paused }: Totals): string {
  if (paused) return `Paused: ${done} of ${count}`;
  if (active > 0)
    return `Uploading ${done + 1 > count ? count : done + 1} of ${counted(count, 'file')}`;
  if (failed > 0) return `${counted(done, 'file')} added, ${failed} failed`;
  return `${counted(done, 'file')} added`;
}

/** Everything that is being uploaded, from whatever folder; it stays while one goes on working. */
export function TrayPanel({ items }: { readonly items: readonly Item[] }) {
  const totals = totalsOf(items);
  const isDone = totals.active === 0 && totals.failed === 0;
  const [chosen, setChosen] = useState<boolean>();
  const [hovered, setHovered] = useState(false);
  const open = chosen ?? !isDone;
  useEffect(() => {
    if (!isDone || hovered) return;
    const timer = setTimeout(removeAll, LINGERS);
    return () => clearTimeout(timer);
  }, [isDone, hovered]);
  return (
    <section
      className={styles.tray}
      aria-label="Uploads"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <header className={styles.header}>
        <strong role="status">{titleOf(totals)}</strong>
        {totals.active > 0 && <PauseAll paused={totals.paused} />}
        <IconButton
          icon={open ? ChevronDown : ChevronUp}
          label={open ? 'Fold the list' : 'Show the list'}
          aria-expanded={open}
          onClick={() => setChosen(!open)}
        />
        {totals.active === 0 && totals.done > 0 && <UndoAll items={items} />}
        {totals.active === 0 && <IconButton icon={X} label="Close" onClick={removeAll} />}
      </header>
      <progress
        className={styles.total}
        max={1}
        value={totals.active > 0 ? totals.share : 1}
        aria-label="All uploads"
        data-failed={totals.failed > 0 || undefined}
      />
      {open && <TrayList items={items} totals={totals} />}
    </section>
  );
}

const PauseAll = ({ paused }: { readonly paused: boolean }) =>
  paused ? (
    <IconButton icon={Play} label="Go on with all" onClick={resumeAll} />
  ) : (
    <IconButton icon={Pause} label="Pause all" onClick={pauseAll} />
  );

/** Takes back what was added last, with the folders that came with it. */
function UndoAll({ items }: { readonly items: readonly Item[] }) {
  const [asked, setAsked] = useState<string>();
  const last = items.findLast(({ state }) => state === 'done')?.correlationId;
  if (!last || last === asked) return null;
  const undo = () => {
    setAsked(last);
    void undoAtOnce({ correlationId: last }, 'undo');
  };
  return (
    <Button small tone="quiet" onClick={undo}>
      Undo
    </Button>
  );
}

interface TrayListProps {
  readonly items: readonly Item[];
  readonly totals: Totals;
}

function TrayList({ items, totals }: TrayListProps) {
  return (
    <>
      <ul className={styles.items}>
        {items.slice(0, DRAWN).map((item) => (
          <TrayRow key={item.id} item={item} />
        ))}
        {items.length > DRAWN && <li className={styles.muted}>and {items.length - DRAWN} more</li>}
      </ul>
      {totals.active > 0 && totals.done > 0 && (
        <Button small tone="quiet" onClick={clearFinished}>
          Take finished ones off the list
        </Button>
      )}
    </>
  );
}
