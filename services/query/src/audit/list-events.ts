import type { ActorView } from '@feusa/contracts/docs';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { EventsQuery } from './query-params.js';
import { Selections } from './selections.js';
import { logEntryOf } from './log-entry.js';

interface Page {
  readonly events: readonly ReturnType<typeof logEntryOf>[];
  readonly next: string | null;
  readonly names?: Readonly<Record<string, string>>;
  readonly people?: Readonly<Record<string, ActorView>>;
}

/** A page of the log, or of what is found in it. */
export class ListEvents extends Query<Page> {
  constructor(readonly params: EventsQuery) {
    super();
  }
}

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(@Inject(Selections) private readonly selections: Selections) {}

  async execute({ params }: ListEvents): Promise<Page> {
    const { after, before, limit, order, names, ...asked } = params;
    const filter = await this.selections.filterOf(asked);
    const stretch = { after, before, newestFirst: order === 'newest', limit: limit + 1 };
    const found = await this.selections.read(filter, stretch);
    const page = found.slice(0, limit);
    const events = page.map(logEntryOf);
    const next = found.length > limit ? (events.at(-1)?.position ?? null) : null;
    if (!names) return { events, next };
    const { selections } = this;
    const [called, people] = await Promise.all([selections.names(page), selections.people(page)]);
    return { events, next, names: called, people };
  }
}
