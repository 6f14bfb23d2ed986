import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import type { UserView } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { usersAt } from './users-at.js';

interface UserList {
  readonly users: readonly UserView[];
}

/** All users, as they were where `at` is a position or time. */
export class ListUsers extends Query<UserList> {
  constructor(readonly at: number | string | undefined) {
    super();
  }
}

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ at }: ListUsers): Promise<UserList> {
    return { users: await (at === undefined ? this.store.accounts() : usersAt(this.store, at)) };
  }
}
