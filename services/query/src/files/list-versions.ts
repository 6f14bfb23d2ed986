import type { ActorView, FileVersions, FileVersionView } from '@feusa/contracts/docs';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ReadModel, type AsOf } from '../read-model/read-model.js';
import { type Version, versionsOf, visibleFile } from './versions.js';

/** The contents that a file has had, or had had at a time, the newest first. */
export class ListVersions extends Query<FileVersions> {
  constructor(
    readonly id: string,
    readonly ask: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(ListVersions)
export class ListVersionsHandler implements IQueryHandler<ListVersions> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ id, ask, by }: ListVersions): Promise<FileVersions> {
    const when = await this.model.sourceFor(ask, by);
    const file = (await visibleFile(this.model, when, id)) ?? refuse('file/not-found');
    const [versions, actorOf] = await Promise.all([
      versionsOf(this.model.store, file),
      this.model.actors.known(),
    ]);
    const views = versions.map((each) => viewOf(each, actorOf(each.actor), file.fileVersion));
    return { versions: views.toReversed() };
  }
}

function viewOf(
  { at, note, from, fileVersion, size, mediaType }: Version,
  by: ActorView,
  current: number | null,
): FileVersionView {
  return {
    ...{ fileVersion, size, mediaType, at },
    ...(note !== undefined && { note }),
    ...(from !== undefined && { from }),
    by,
    current: fileVersion === current,
  };
}
