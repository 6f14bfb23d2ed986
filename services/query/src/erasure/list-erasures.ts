import { peopleErased } from '@feusa/event-log/people-erased';
import { ERASURES, type Erasures } from '@feusa/privacy/erasure/port';
import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import type { Erasure } from '@feusa/contracts/certificate';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

interface ErasureList {
  readonly erasures: readonly Erasure[];
}

/** Who was erased. */
export class ListErasures extends Query<ErasureList> {}

@QueryHandler(ListErasures)
export class ListErasuresHandler implements IQueryHandler<ListErasures> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(ERASURES) private readonly erasures: Erasures,
  ) {}

  async execute(): Promise<ErasureList> {
    const erased = await peopleErased(await this.erasures.all(), this.store);
    return { erasures: erased.map(erasureOf) };
  }
}

export const erasureOf = (event: {
  stream: string;
  position: number;
  at: string;
  actor: string;
}) => ({
  id: event.stream,
  position: String(event.position),
  at: event.at,
  by: event.actor,
});
