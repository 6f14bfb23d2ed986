import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { useHighlighted } from '../../../shared/own-changes.js';
import { useSince } from '../../../shared/since.js';
import { dragEntries } from '../drag/drag-entries.js';
import type { Entry } from '../page/entries.js';
import styles from './list.module.css';
import { useList } from './context.js';
import { texts } from '../texts.js';

interface EntryShellProps {
  readonly entry: Entry;
  readonly className: string | undefined;
  readonly role: 'row' | 'gridcell';
  readonly children: ReactNode;
  readonly rowIndex?: number;
}

const isTouch = ({ nativeEvent }: MouseEvent) =>
  (nativeEvent as PointerEvent).pointerType === 'touch';
const onControl = (target: EventTarget) =>
  target instanceof Element && target.closest('label, [aria-haspopup]') !== null;

/** The outside of a tile or row: selected, saving, gone or glowing. */
export function EntryShell({ entry, className, role, children, rowIndex }: EntryShellProps) {
  const list = useList();
  const { selection, saving, gone, roving } = list;
  const drag = list.mayManage &&
    entry.type !== 'folder' && {
      draggable: true,
      onDragStart: (event: DragEvent) => dragEntries(event, list.selectedWith(entry)),
    };
  const isHighlighted = useHighlighted(entry.id);
  const since = useSince(entry.id);
  const select = (event: MouseEvent) => {
    const isTap = isTouch(event) && selection.ids.size > 0 && !onControl(event.target);
    if (!isTap && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) selection.extend(entry.id, roving.current ?? entry.id);
    else selection.toggle(entry.id);
    roving.setCurrent(entry.id);
  };
  /** A long press begins a selection. */
  const hold = (event: MouseEvent) => {
    if (!isTouch(event) || onControl(event.target)) return;
    event.preventDefault();
    selection.toggle(entry.id);
  };
  const isSaving = saving.has(entry.id);
  const state = [
    isSaving && styles.saving,
    gone.has(entry.id) && styles.gone,
    isHighlighted && 'highlight',
  ];
  return (
    <div
      role={role}
      aria-selected={selection.ids.has(entry.id)}
      aria-rowindex={rowIndex}
      aria-busy={isSaving || undefined}
      data-entry={entry.id}
      data-since={since?.kind}
      className={`${className} ${state.filter(Boolean).join(' ')}`}
      onClickCapture={select}
      onContextMenu={hold}
      {...drag}
    >
      {children}
    </div>
  );
}

/** Ticks an entry; drawn on hover, focus and once something is selected. */
export function SelectBox({ entry }: { readonly entry: Entry }) {
  const { selection, roving } = useList();
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        aria-label={texts.selectNamed(entry.name)}
        tabIndex={-1}
        checked={selection.ids.has(entry.id)}
        onChange={() => {
          selection.toggle(entry.id);
          roving.setCurrent(entry.id);
        }}
      />
    </label>
  );
}
