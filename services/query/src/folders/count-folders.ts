import type { SessionUser } from '@feusa/contracts/users';
import type { FolderCounts } from '@feusa/contracts/views';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Sight } from '../access/access-model.js';
import { ReadModel } from '../read-model/read-model.js';
import { countsIn } from './counts.js';

/** How much is in each folder of a folder, null for the first page. */
export class CountFolders extends Query<FolderCounts> {
  constructor(
    readonly folderId: string | null,
    readonly after: number | undefined,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(CountFolders)
export class CountFoldersHandler implements IQueryHandler<CountFolders> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ folderId, after, by }: CountFolders): Promise<FolderCounts> {
    const { progress, database, access } = this.model;
    await progress.reached(after);
    const { position } = progress;
    const sight = access.sightOf(by);
    const all = sight.reads(folderId) ? await countsIn(database, folderId) : {};
    return { counts: sight.isWhole ? all : countsFor(all, sight), position: String(position) };
  }
}

/** Without what somebody may not see: neither a folder nor what counts in another. */
function countsFor(all: FolderCounts['counts'], sight: Sight): FolderCounts['counts'] {
  const seen = Object.entries(all).filter(([id]) => sight.reads(id));
  return Object.fromEntries(seen.map(([id, count]) => [id, count - sight.hiddenIn(id).length]));
}
