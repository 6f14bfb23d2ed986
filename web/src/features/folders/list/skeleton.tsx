import { Skeleton } from '../../../shared/ui/skeleton.js';
import { useColumns } from '../../../shared/use-size.js';
import styles from './list.module.css';
import { TILE_LINE } from './measures.js';

const some = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The shape of a folder while it is being read. */
export function FolderSkeleton() {
  const columns = useColumns([2, 3, 6]);
  return (
    <div role="status" aria-label="Loading the folder">
      <Skeleton style={{ width: 220, height: 20, marginBottom: 12 }} />
      <Skeleton style={{ width: 300, height: 32, marginBottom: 24 }} />
      <div
        className={styles.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {some(columns).map((index) => (
          <Skeleton key={index} style={{ height: TILE_LINE }} />
        ))}
      </div>
      {some(4).map((index) => (
        <Skeleton key={index} style={{ height: 34, marginTop: 16 }} />
      ))}
    </div>
  );
}
