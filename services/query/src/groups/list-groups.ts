import type { GroupList } from '@feusa/contracts/groups';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject, Controller, Get, Query as QueryParams } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler, QueryBus } from '@nestjs/cqrs';
import { IsNull } from 'typeorm';
import { At } from '@feusa/contracts/query-params';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import type { z } from 'zod';
import { byName } from '../order.js';
import { ReadModel, type AsOf } from '../read-model/read-model.js';
import { groupView } from '../read-model/views.js';
import { After } from '../query-params.js';

/** The groups with their members, by name. */
export class ListGroups extends Query<GroupList> {
  constructor(
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(ListGroups)
export class ListGroupsHandler implements IQueryHandler<ListGroups> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ params, by }: ListGroups): Promise<GroupList> {
    const { past, position } = await this.model.sourceFor(params, by);
    const { database } = this.model;
    const rows = past
      ? await past.allGroups()
      : await database.repository('groups').findBy({ removedAt: IsNull() });
    return { groups: rows.map(groupView).sort(byName), position: String(position) };
  }
}

const GroupsQuery = After.extend({ at: At }).strict();

/** Who is together under one name, now or as it was. */
@Controller('api/groups')
@Access('auditor')
export class GroupsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(
    @QueryParams(parsed(GroupsQuery)) params: z.output<typeof GroupsQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<GroupList> {
    return this.queries.execute(new ListGroups(params, by));
  }
}
