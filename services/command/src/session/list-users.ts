import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { SECOND_FACTORS, type SecondFactors } from '@feusa/identity/second-factors/port';
import { refuse } from '@feusa/contracts/refusals';
import type { InvitationView } from '@feusa/contracts/invitations';
import type { Ports } from '@feusa/profiles/ports';
import type { UserView } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { usersOf } from '@feusa/contracts/user-list';
import { INVITATION_PORTS } from './invitation-ports.js';
import { openAt, openNow } from './open-invitations.js';

type Log = Pick<EventStore, 'positionAt' | 'read' | 'readLatest' | 'readStreams'>;

/**
 * The users and open invitations just after a position or at a time (ISO-8601), folded from the streams of
 * users alone: these are few, however long the log.
 */
async function usersAt(log: Log, at: number | string): Promise<UserList> {
  const position = typeof at === 'number' ? at : await log.positionAt(at);
  const streams = (await log.readLatest('user')).map(({ stream }) => stream);
  const events = await log.readStreams(streams);
  const then = events.filter((event) => event.position <= position);
  const moment = typeof at === 'string' ? at : (await log.read(position - 1, 1))[0]?.at;
  return {
    users: usersOf(then),
    invitations: moment === undefined ? [] : openAt(then, Date.parse(moment)),
  };
}

export interface UserList {
  readonly users: readonly UserView[];
  /** Those that are or were open. */
  readonly invitations: readonly InvitationView[];
}

/** `at` is a position or time; `after` must be in the log. */
interface UsersParams {
  readonly at?: number | string | undefined;
  readonly after?: number | undefined;
}

/** All users, as they are or were. */
export class ListUsers extends Query<UserList> {
  constructor(readonly ask: UsersParams) {
    super();
  }
}

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(SECOND_FACTORS) private readonly secondFactors: SecondFactors,
    @Inject(INVITATION_PORTS)
    private readonly ports: Pick<Ports, 'credentials' | 'ssoSubjects'>,
  ) {}

  async execute({ ask: { at, after = 0 } }: ListUsers): Promise<UserList> {
    if (after > 0 && after > (await this.store.head()).position) refuse('still-updating');
    if (at !== undefined) return usersAt(this.store, at);
    const [users, having, without, bound, invitations] = await Promise.all([
      this.store.accounts(),
      this.secondFactors.users(),
      this.ports.credentials.usersWithout(),
      this.ports.ssoSubjects.users(),
      openNow(this.store),
    ]);
    const withSignIn = (user: UserView): UserView => ({
      ...user,
      ...(having.has(user.id) && { secondFactor: true }),
      ...(without.has(user.id) && { ssoOnly: true }),
      ...(bound.has(user.id) && { ssoBound: true }),
    });
    return { users: users.map(withSignIn), invitations };
  }
}
