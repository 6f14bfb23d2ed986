import type { TrashItem } from '@feusa/contracts/views';
import { counted } from '../../shared/format.js';
import { Button } from '../../shared/ui/button.js';
import { TrashRow } from './trash-row.js';
import styles from './trash.module.css';
import { useRestore } from './use-restore.js';
import type { Trash } from './use-trash.js';

interface TrashListProps {
  readonly trash: Trash;
  readonly items: readonly TrashItem[];
  /** Then everything is read, to be filtered. */
  readonly isFiltered: boolean;
}

export function TrashList({ trash, items, isFiltered }: TrashListProps) {
  const { total, hasMore, isReading, readMore, reload } = trash;
  const { restore, restoring } = useRestore(reload);
  return (
    <>
      <p className={styles.muted} role="status">
        {counted(isFiltered ? items.length : total, 'item')}
      </p>
      <ul className={styles.list}>
        {items.map((item) => (
          <TrashRow
            key={item.type + item.id}
            item={item}
            pending={restoring.has(item.id)}
            onRestore={() => void restore(item)}
          />
        ))}
      </ul>
      {hasMore && (
        <Button pending={isReading} onClick={readMore}>
          Show more
        </Button>
      )}
    </>
  );
}
