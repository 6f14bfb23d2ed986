import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { SECOND_FACTORS, type SecondFactors } from '@feusa/identity/second-factors/port';
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
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(SECOND_FACTORS) private readonly secondFactors: SecondFactors,
  ) {}

  async execute({ at }: ListUsers): Promise<UserList> {
    if (at !== undefined) return { users: await usersAt(this.store, at) };
    const [users, having] = await Promise.all([this.store.accounts(), this.secondFactors.users()]);
    const withFactor = (user: UserView) =>
      having.has(user.id) ? { ...user, secondFactor: true as const } : user;
    return { users: users.map(withFactor) };
  }
}
