import type { GroupList } from '@feusa/contracts/groups';
import { At } from '@feusa/contracts/live';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { After } from '../query-params.js';
import { ListGroups } from './list-groups.js';

const GroupsAsk = After.extend({ at: At }).strict();

/** Who is together under one name, now or as it was. */
@Controller('api/groups')
@Access('auditor')
export class GroupsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(
    @Query(parsed(GroupsAsk)) ask: z.output<typeof GroupsAsk>,
    @CurrentUser() by: SessionUser,
  ): Promise<GroupList> {
    return this.queries.execute(new ListGroups(ask, by));
  }
}
