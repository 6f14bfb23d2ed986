import type { FolderView } from '@feusa/contracts/folders';
import { createContext, useContext, useState, type DragEvent } from 'react';

const KIND = 'application/x-feusa-folders';

let dragged: readonly FolderView[] = [];

export function dragFolders(event: DragEvent, folders: readonly FolderView[]): void {
  dragged = folders;
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData(KIND, folders.map(({ id }) => id).join(' '));
  event.dataTransfer.setData('text/plain', folders.map(({ name }) => name).join('\n'));
}

type Move = (folders: readonly FolderView[], to: string | null) => void;
export const MoveContext = createContext<Move>(() => undefined);

const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(KIND);

/** A place where folders may be dropped: a folder, a crumb or (null) the root. */
export function useDropTarget(id: string | null) {
  const move = useContext(MoveContext);
  const [isOver, setOver] = useState(false);
  const accepts = (event: DragEvent) =>
    isOurs(event) && dragged.every((folder) => folder.id !== id && folder.parentId !== id);
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
