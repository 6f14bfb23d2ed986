import type { SessionUser } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ReadyJson } from '@feusa/http/json';
import { openObject, withPosition } from '../json.js';
import { ReadModel, type AsOf } from '../read-model/read-model.js';
import { folderPage } from './pages.js';
import { wholeTree } from './tree.js';

/** A folder with what lay in it, null for the first page. Answers with the bytes of a JSON object. */
export class FolderAsOf extends Query<ReadyJson> {
  constructor(
    readonly id: string | null,
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(FolderAsOf)
export class FolderAsOfHandler implements IQueryHandler<FolderAsOf> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ id, params, by }: FolderAsOf): Promise<ReadyJson> {
    const { source, position } = await this.model.sourceFor(params, by);
    const page = await folderPage(source, id, this.model.actors);
    return withPosition(openObject(page), position);
  }
}

/** All folders with what lay in them. Answers with the bytes of a JSON object. */
export class TreeAsOf extends Query<ReadyJson> {
  constructor(
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(TreeAsOf)
export class TreeAsOfHandler implements IQueryHandler<TreeAsOf> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ params, by }: TreeAsOf): Promise<ReadyJson> {
    const { source, position } = await this.model.sourceFor(params, by);
    return withPosition(await wholeTree(source, this.model.actors), position);
  }
}
