import type { GroupList } from '@feusa/contracts/groups';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IsNull } from 'typeorm';
import { byName } from '../order.js';
import { ReadModel, type AsOf } from '../read-model/read-model.js';
import { groupView } from '../read-model/views.js';

/** The groups with their members, by name. */
export class ListGroups extends Query<GroupList> {
  constructor(
    readonly ask: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(ListGroups)
export class ListGroupsHandler implements IQueryHandler<ListGroups> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ ask, by }: ListGroups): Promise<GroupList> {
    const { past, position } = await this.model.sourceFor(ask, by);
    const { database } = this.model;
    const rows = past
      ? await past.allGroups()
      : await database.repository('groups').findBy({ removedAt: IsNull() });
    return { groups: rows.map(groupView).sort(byName), position: String(position) };
  }
}
