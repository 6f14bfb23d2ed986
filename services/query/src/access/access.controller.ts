import type { FolderAccessView, PersonAccessView } from '@feusa/contracts/folders';
import { At } from '@feusa/contracts/query-params';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { After, idOr } from '../query-params.js';
import { ShowAccess } from './show-access.js';
import { ShowPersonAccess } from './show-person-access.js';

const AccessQuery = After.extend({ at: At }).strict();

/** Who sees a folder, and why, for those who manage it. */
@Controller('api/folders')
@Access('signed-in')
export class FolderAccessController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get(':id/access')
  show(
    @Param('id') id: string,
    @Query(parsed(AccessQuery)) params: z.output<typeof AccessQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<FolderAccessView> {
    return this.queries.execute(new ShowAccess(idOr(id, 'folder/not-found'), params, by));
  }
}

/** What somebody sees, for administrators. */
@Controller('api/access')
@Access('admin')
export class PersonAccessController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get(':userId')
  show(
    @Param('userId') userId: string,
    @Query(parsed(AccessQuery)) params: z.output<typeof AccessQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<PersonAccessView> {
    return this.queries.execute(new ShowPersonAccess(idOr(userId, 'user/not-found'), params, by));
  }
}
