import type { ActorView, FileVersions, FileVersionView } from '@feusa/contracts/docs';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject, Controller, Get, Param, Query as QueryParams } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler, QueryBus } from '@nestjs/cqrs';
import { At } from '@feusa/contracts/query-params';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import type { z } from 'zod';
import { ReadModel, type AsOf } from '../read-model/read-model.js';
import { type Version, versionsOf, visibleFile } from './versions.js';
import { After, idOr } from '../query-params.js';

/** The contents that a file has had, or had had at a time, the newest first. */
export class ListVersions extends Query<FileVersions> {
  constructor(
    readonly id: string,
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(ListVersions)
export class ListVersionsHandler implements IQueryHandler<ListVersions> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ id, params, by }: ListVersions): Promise<FileVersions> {
    const when = await this.model.sourceFor(params, by);
    const file = (await visibleFile(when, id)) ?? refuse('file/not-found');
    const versions = await versionsOf(this.model.store, file);
    const actorOf = await this.model.actors.known(versions.map(({ actor }) => actor));
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

const VersionsQuery = After.extend({ at: At }).strict();

/** What a file has held, now or as of a time. */
@Controller('api/files')
@Access('signed-in')
export class VersionsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get(':id/versions')
  versions(
    @Param('id') id: string,
    @QueryParams(parsed(VersionsQuery)) params: z.output<typeof VersionsQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<FileVersions> {
    return this.queries.execute(new ListVersions(idOr(id, 'file/not-found'), params, by));
  }
}
