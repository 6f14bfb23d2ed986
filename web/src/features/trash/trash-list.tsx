import type { TrashItem } from '@feusa/contracts/views';
import { useState } from 'react';
import { counted } from '../../shared/format.js';
import { Button } from '../../shared/ui/button.js';
import { TrashRow } from './trash-row.js';
import styles from './trash.module.css';
import { useRestore } from './use-restore.js';

const AT_FIRST = 100;
const MORE = 200;

interface TrashListProps {
  readonly items: readonly TrashItem[];
  readonly reload: () => Promise<unknown>;
}

export function TrashList({ items, reload }: TrashListProps) {
  const [most, setMost] = useState(AT_FIRST);
  const { restore, restoring } = useRestore(reload);
  return (
    <>
      <p className={styles.muted} role="status">
        {counted(items.length, 'removed thing')}
      </p>
      <ul className={styles.list}>
        {items.slice(0, most).map((item) => (
          <TrashRow
            key={item.type + item.id}
            item={item}
            pending={restoring.has(item.id)}
            onRestore={() => void restore(item)}
          />
        ))}
      </ul>
      {items.length > most && <Button onClick={() => setMost(most + MORE)}>Show more</Button>}
    </>
  );
}
