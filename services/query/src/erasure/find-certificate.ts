import { AUDIT_TRAIL, type AuditTrail } from '@feusa/event-log/audit-trail/port';
import { peopleErased } from '@feusa/event-log/people-erased';
import { ERASURES, type Erasures } from '@feusa/privacy/erasure/port';
import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import type { Certificate, StillNamed } from '@feusa/contracts/certificate';
import type { StoredEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import { Inject, Controller, Get, Param } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler, QueryBus } from '@nestjs/cqrs';
import { Access } from '@feusa/http/access';
import { parse } from '@feusa/http/parsed';
import { z } from 'zod';
import { erasureOf, ListErasures } from './list-erasures.js';

const FOLLOWS = [
  {
    place: 'Log, tree, exports, Kafka',
    check: 'Each personal field reads [erased], the rest is as it was: npm run verify-log',
  },
  {
    place: 'Search index, the one kept for going back too',
    check: 'A search for the name finds nobody',
  },
  {
    place: 'Photos and thumbnails',
    check: '/files/{id} answers 404; the file store and the data directory have no such file',
  },
  { place: 'Open browsers', check: 'The person is gone from every screen at once' },
  { place: 'Letters kept on disk', check: 'grep -ri ADDRESS in mail/ of the data directory' },
  { place: 'Everything at once', check: 'npm run erasure-check -- NAME ADDRESS PHONE' },
];

const NOT_REACHED = [
  'Backups, WAL archives and exports of readable values that were made before, until they expire',
  'Letters that were sent, and lines that services have logged, until those logs expire',
  'What others have typed elsewhere: earlier names of files and folders, and the insides of files',
  'Freed pages of the database and of the search index, until they are used again or merged: vacuum keys.subjects',
  'A list of people that is imported again: take the person out of it first',
];

/** The certificate of an erasure, `id` its stream: what is left, looked at when it is asked for. */
export class FindCertificate extends Query<Certificate> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(FindCertificate)
export class FindCertificateHandler implements IQueryHandler<FindCertificate> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(ERASURES) private readonly erasures: Erasures,
    @Inject(AUDIT_TRAIL) private readonly auditTrail: AuditTrail,
  ) {}

  async execute({ id }: FindCertificate): Promise<Certificate> {
    const [event] = await peopleErased([{ stream: id }], this.store);
    if (!event) return refuse('not-found');
    const [places, unsealed, namedBy] = await Promise.all([
      this.erasures.look(id, event.data.reports ?? []),
      this.erasures.unsealed(id),
      this.namers(event),
    ]);
    const older = unsealed.map(
      (position) => `Event ${position}, which was stored before personal fields were encrypted`,
    );
    return {
      ...erasureOf(event),
      complete: places.every(({ left }) => left === 0) && older.length === 0,
      places,
      follows: FOLLOWS,
      namedBy,
      notReached: [...older, ...NOT_REACHED],
    };
  }

  /** As they are now: whoever erased could know that they named the person, and nobody can any more. */
  private async namers({ data, position }: StoredEvent<'PersonErased'>): Promise<StillNamed[]> {
    const streams = data.namedBy ?? [];
    const [events, names] = await Promise.all([
      this.store.readStreams(streams),
      this.auditTrail.names(streams),
    ]);
    return streams.map((stream) => {
      const history = events.filter((event) => event.stream === stream);
      const removed = /(Removed|Erased)$/.test(history.at(-1)?.type ?? '');
      const changed = history.some((event) => event.position > position);
      return { stream, called: names.get(stream) ?? '', removed, changed };
    });
  }
}

const ErasureParams = z.object({ id: z.string().regex(/^(employee|user)-[0-9a-f-]{36}$/) });

/** Who was erased, and the certificate of each erasure. */
@Controller('api/audit/erasures')
@Access('auditor')
export class ErasuresController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list() {
    return this.queries.execute(new ListErasures());
  }

  @Get(':id')
  one(@Param('id') wanted: string): Promise<Certificate> {
    const { id } = parse(ErasureParams, { id: wanted });
    return this.queries.execute(new FindCertificate(id));
  }
}
