import type { FolderView } from '@feusa/contracts/folders';
import { FolderInput, Trash2 } from 'lucide-react';
import { Button } from '../../../shared/ui/button.js';
import styles from './bar.module.css';
import type { Entry } from '../page/entries.js';
import { useList } from '../list/context.js';

/** What can be done with everything that is selected. */
export function SelectionBar({ entries }: { readonly entries: readonly Entry[] }) {
  const { open, selection, isAdmin, isReadOnly } = useList();
  if (entries.length === 0) return null;
  const folders = entries.filter((entry): entry is FolderView => entry.type === 'folder');
  const mayMove = isAdmin && folders.length === entries.length;
  const mayDelete = !isReadOnly && (isAdmin || folders.length === 0);
  return (
    <div className={styles.selected} role="region" aria-label="Selected" data-floats>
      <strong role="status">{entries.length.toLocaleString('en')} selected</strong>
      {mayMove && (
        <Button small icon={FolderInput} onClick={() => open({ kind: 'move', folders })}>
          Move
        </Button>
      )}
      <Button small tone="quiet" onClick={selection.clear}>
        Clear
      </Button>
      {mayDelete && (
        <Button small tone="danger" icon={Trash2} onClick={() => open({ kind: 'delete', entries })}>
          Delete
        </Button>
      )}
    </div>
  );
}
