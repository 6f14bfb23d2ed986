import type { SessionUser } from '@feusa/contracts/users';
import type { FolderCounts } from '@feusa/contracts/views';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Sight } from '../access/access-model.js';
import type { AsOfSource } from '../as-of/source.js';
import { ReadModel, type AsOf } from '../read-model/read-model.js';
import type { ReadDatabase } from '../read-model/database.js';

interface Counted {
  readonly id: string;
  readonly things: number;
}

/** How many folders, files and links lie directly in each folder of a folder; `id` null is the root. */
async function countsIn(
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

/** How much is in each folder of a folder, null for the first page, now or at a moment. */
export class CountFolders extends Query<FolderCounts> {
  constructor(
    readonly folderId: string | null,
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(CountFolders)
export class CountFoldersHandler implements IQueryHandler<CountFolders> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ folderId, params, by }: CountFolders): Promise<FolderCounts> {
    const { source, past, position: moment } = await this.model.sourceFor(params, by);
    const position = String(moment);
    const isThere = folderId === null || (await source.chain(folderId)) !== undefined;
    if (!isThere) return { counts: {}, position };
    if (past) return { counts: await countsAsOf(past, folderId), position };
    const sight = this.model.access.sightOf(by);
    const all = await countsIn(this.model.database, folderId);
    return { counts: sight.isWhole ? all : countsFor(all, sight), position };
  }
}

async function countsAsOf(
  past: AsOfSource,
  folderId: string | null,
): Promise<FolderCounts['counts']> {
  const ids = (await past.children(folderId)).map(({ id }) => id);
  const [folders, docs] = await Promise.all([past.foldersIn(ids), past.docsIn(ids)]);
  return Object.fromEntries(ids.map((id) => [id, (folders.get(id) ?? 0) + (docs.get(id) ?? 0)]));
}

/** Without what somebody may not see: neither a folder nor what counts in another. */
function countsFor(all: FolderCounts['counts'], sight: Sight): FolderCounts['counts'] {
  const seen = Object.entries(all).filter(([id]) => sight.reads(id));
  return Object.fromEntries(seen.map(([id, count]) => [id, count - sight.hiddenIn(id).length]));
}
