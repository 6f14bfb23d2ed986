import type { FolderCounts } from '@feusa/contracts/views';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ReadModel } from '../read-model/read-model.js';
import { countsIn } from './counts.js';

/** How much is in each folder of a folder, null for the first page. */
export class CountFolders extends Query<FolderCounts> {
  constructor(
    readonly folderId: string | null,
    readonly after: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(CountFolders)
export class CountFoldersHandler implements IQueryHandler<CountFolders> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ folderId, after }: CountFolders): Promise<FolderCounts> {
    const { progress, database } = this.model;
    await progress.reached(after);
    const { position } = progress;
    return { counts: await countsIn(database, folderId), position: String(position) };
  }
}
