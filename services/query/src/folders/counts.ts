import type { FolderCounts } from '@feusa/contracts/views';
import type { ReadDatabase } from '../read-model/database.js';

interface Counted {
  readonly id: string;
  readonly things: number;
}

/** How many folders, files and links lie directly in each folder of a folder; `id` null is the root. */
export async function countsIn(
  database: ReadDatabase,
  id: string | null,
): Promise<FolderCounts['counts']> {
  const { schema } = database;
  const where = id === null ? '$1::uuid is null and f.parent_id is null' : 'f.parent_id = $1';
  const rows = await database.prepared<Counted>(
    `counts ${id === null}`,
    `select f.id,
      (select count(*) from "${schema}".folders c where c.parent_id = f.id and c.removed_at is null)::int +
      (select count(*) from "${schema}".docs d where d.folder_id = f.id and d.removed_at is null)::int
      as things
    from "${schema}".folders f where ${where} and f.removed_at is null`,
    [id],
  );
  return Object.fromEntries(rows.map(({ id: folder, things }) => [folder, things]));
}
