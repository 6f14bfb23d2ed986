import type { Change } from '@feusa/contracts/live';
import type { FolderCounts } from '@feusa/contracts/views';

/** So many changes are counted here before the server is asked again. */
const MOST = 200;

/** A folder of the page; `version` 1 is one that was made and not changed since. */
interface Tile {
  readonly id: string;
  readonly version: number;
}

interface LiveCounts {
  readonly counts: FolderCounts['counts'];
  /** Whether only the server knows the rest. */
  readonly isUnsure: boolean;
}

const folderOf = ({ topic }: Change): string => topic.slice(topic.indexOf(':') + 1);

/**
 * What lies in each folder, counted on from what the server said by the changes that came since. What is put
 * there in its first version is one thing more, what is removed one less; of anything else that is put it is
 * not known here whether it was there before.
 */
export function countOn(
  said: FolderCounts,
  tiles: readonly Tile[],
  later: readonly Change[],
): LiveCounts {
  const counts: Record<string, number> = {};
  let isUnsure = later.length > MOST;
  for (const { id, version } of tiles) {
    const count = said.counts[id] ?? (version === 1 ? 0 : undefined);
    if (count === undefined) isUnsure = true;
    else counts[id] = count;
  }
  const shown = new Set(tiles.map(({ id }) => id));
  const told = new Set<string>();
  for (const change of later) {
    const folder = folderOf(change);
    const name = `${folder} ${change.position}`;
    const isOld = Number(change.position) <= Number(said.position);
    if (isOld || !shown.has(folder) || told.has(name)) continue;
    told.add(name);
    const by = stepOf(change);
    const next = (counts[folder] ?? NaN) + by;
    if (next >= 0) counts[folder] = next;
    else isUnsure = true;
  }
  return { counts, isUnsure };
}

function stepOf({ op, value }: Change): number {
  if (op === 'remove') return -1;
  return (value as Partial<Tile> | undefined)?.version === 1 ? 1 : NaN;
}
