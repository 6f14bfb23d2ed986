import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { SECOND_FACTORS, type SecondFactors } from '@feusa/identity/second-factors/port';
import type { InvitationView } from '@feusa/contracts/invitations';
import type { Ports } from '@feusa/profiles/ports';
import type { UserView } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { INVITATION_PORTS } from './invitations.controller.js';
import { usersAt } from './users-at.js';

export interface UserList {
  readonly users: readonly UserView[];
  /** Those that are open; not told of the past. */
  readonly invitations?: readonly InvitationView[];
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
    @Inject(INVITATION_PORTS) private readonly ports: Pick<Ports, 'invitations' | 'credentials'>,
  ) {}

  async execute({ at }: ListUsers): Promise<UserList> {
    if (at !== undefined) return { users: await usersAt(this.store, at) };
    const [users, having, without, invitations] = await Promise.all([
      this.store.accounts(),
      this.secondFactors.users(),
      this.ports.credentials.usersWithout(),
      this.ports.invitations.open(),
    ]);
    const withSignIn = (user: UserView): UserView => ({
      ...user,
      ...(having.has(user.id) && { secondFactor: true }),
      ...(without.has(user.id) && { ssoOnly: true }),
    });
    return { users: users.map(withSignIn), invitations };
  }
}
