import type { TrashItem } from '@feusa/contracts/views';
import { Trash2, Undo2 } from 'lucide-react';
import { useUrlState } from '../../shared/use-url-state.js';
import { useSelection } from '../../shared/selection.js';
import { Failure } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { FloatingBar } from '../../shared/ui/floating-bar.js';
import { kindOf } from './purging.js';
import styles from './trash.module.css';
import { TrashRow } from './trash-row.js';
import { useRestore } from './use-restore.js';
import type { Trash } from './use-trash.js';
import { texts } from './texts.js';

interface TrashListProps {
  readonly trash: Trash;
  readonly items: readonly TrashItem[];
  /** Then everything is read, to be filtered. */
  readonly isFiltered: boolean;
  /** Deletes for good, once that was confirmed. */
  readonly onPurge: (items: readonly TrashItem[]) => void;
}

export function TrashList({ trash, items, isFiltered, onPurge }: TrashListProps) {
  const { total, hasMore, isReading, error, readMore, reload } = trash;
  const { restore, restoring } = useRestore(reload);
  const [, look] = useUrlState('preview', { push: true });
  const selection = useSelection(items.map(({ id }) => id));
  const selected = items.filter(({ id }) => selection.ids.has(id));
  const purgeable = selected.filter(kindOf);
  const restorable = selected.filter(({ parentRemoved }) => !parentRemoved);
  return (
    <>
      <p className={styles.muted} role="status">
        {texts.item(isFiltered ? items.length : total)}
      </p>
      <ul className={styles.list}>
        {items.map((item) => (
          <TrashRow
            key={item.type + item.id}
            item={item}
            pending={restoring.has(item.id)}
            selection={selection}
            onRestore={() => void restore([item])}
            onPurge={() => onPurge([item])}
            onPreview={() => look(item.id)}
          />
        ))}
      </ul>
      {hasMore && error !== undefined && <Failure text={texts.moreNotLoaded} error={error} />}
      {hasMore && (
        <Button pending={isReading} onClick={readMore}>
          {texts.showMore}
        </Button>
      )}
      {selected.length > 0 && (
        <FloatingBar
          label={texts.selected}
          says={texts.itemsSelected(selected.length)}
          selection={selection}
          more={selected.length < items.length}
        >
          {restorable.length > 0 && (
            <Button small icon={Undo2} onClick={() => void restore(restorable)}>
              {texts.restoreShort}
            </Button>
          )}
          {purgeable.length > 0 && (
            <Button small tone="danger" icon={Trash2} onClick={() => onPurge(purgeable)}>
              {texts.deleteForGood}
            </Button>
          )}
        </FloatingBar>
      )}
    </>
  );
}
