import { createContext, useContext, useState, type DragEvent } from 'react';
import { homeOf, type Entry } from '../page/entries.js';

const KIND = 'application/x-feusa-entries';

let dragged: readonly Entry[] = [];

export function dragEntries(event: DragEvent, entries: readonly Entry[]): void {
  dragged = entries;
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData(KIND, entries.map(({ id }) => id).join(' '));
  event.dataTransfer.setData('text/plain', entries.map(({ name }) => name).join('\n'));
}

type Move = (entries: readonly Entry[], to: string | null) => void;
export const MoveContext = createContext<Move>(() => undefined);

const mayMoveTo = (entry: Entry, id: string | null) =>
  entry.id !== id && homeOf(entry) !== id && (id !== null || entry.type === 'folder');

const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(KIND);

/** A place where entries may be dropped: a folder, a crumb or (null) the root, which holds folders alone. */
export function useDropTarget(id: string | null) {
  const move = useContext(MoveContext);
  const [isOver, setOver] = useState(false);
  const accepts = (event: DragEvent) =>
    isOurs(event) && dragged.every((entry) => mayMoveTo(entry, id));
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!accepts(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        move(dragged, id);
      },
    },
  };
}
