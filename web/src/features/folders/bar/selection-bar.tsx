import type { FolderView } from '@feusa/contracts/folders';
import { FolderInput, Trash2 } from 'lucide-react';
import { Button } from '../../../shared/ui/button.js';
import styles from './bar.module.css';
import type { Entry } from '../page/entries.js';
import { useList } from '../list/context.js';
import { formatNumber } from '../../../shared/format.js';
import { texts } from '../texts.js';

/** What can be done with everything that is selected. */
export function SelectionBar({ entries }: { readonly entries: readonly Entry[] }) {
  const { open, selection, isAdmin, isReadOnly } = useList();
  if (entries.length === 0) return null;
  const folders = entries.filter((entry): entry is FolderView => entry.type === 'folder');
  const mayMove = isAdmin && folders.length === entries.length;
  const mayDelete = !isReadOnly && (isAdmin || folders.length === 0);
  return (
    <div className={styles.selected} role="region" aria-label={texts.selected} data-floats>
      <strong role="status">{texts.selectedCount(formatNumber(entries.length))}</strong>
      {mayMove && (
        <Button small icon={FolderInput} onClick={() => open({ kind: 'move', folders })}>
          {texts.move}
        </Button>
      )}
      <Button small tone="quiet" onClick={selection.clear}>
        {texts.clear}
      </Button>
      {mayDelete && (
        <Button small tone="danger" icon={Trash2} onClick={() => open({ kind: 'delete', entries })}>
          {texts.delete}
        </Button>
      )}
    </div>
  );
}
