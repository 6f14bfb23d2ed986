import type { FileVersions } from '@feusa/contracts/docs';
import { At } from '@feusa/contracts/live';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { After, idOr } from '../query-params.js';
import { ListVersions } from './list-versions.js';

const VersionsQuery = After.extend({ at: At }).strict();

/** What a file has held, now or as of a time. */
@Controller('api/files')
@Access('signed-in')
export class VersionsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get(':id/versions')
  versions(
    @Param('id') id: string,
    @Query(parsed(VersionsQuery)) ask: z.output<typeof VersionsQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<FileVersions> {
    return this.queries.execute(new ListVersions(idOr(id, 'file/not-found'), ask, by));
  }
}
