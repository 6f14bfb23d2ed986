import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class FindUser extends Query<SessionUser> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** @throws Refusal 'user/not-found' */
  async execute({ id }: FindUser): Promise<SessionUser> {
    const { email, role } = (await this.store.accountById(id)) ?? refuse('user/not-found');
    return { id, email, role };
  }
}
