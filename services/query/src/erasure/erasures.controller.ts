import { ERASURES, type Erasures } from '@feusa/adapters/erasure/port';
import { EVENT_STORE, type EventStore } from '@feusa/adapters/event-store/port';
import type { Certificate, Erasure } from '@feusa/contracts/certificate';
import { refuse } from '@feusa/contracts/refusals';
import { Access } from '@feusa/http/access';
import { parse } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { z } from 'zod';

const Wanted = z.object({ id: z.string().regex(/^(employee|user)-[0-9a-f-]{36}$/) });
const MOST = 10_000;

const FOLLOWS = [
  {
    place: 'Log, export, tree, Kafka',
    check: 'Each personal field reads [erased]; npm run verify-log',
  },
  { place: 'Search index', check: 'A search for the name finds nobody' },
  {
    place: 'Thumbnails and photos',
    check: '/files/{id} answers 404; the data directory has no such file',
  },
  { place: 'Browsers', check: 'Photos are sent with Cache-Control: private, no-cache' },
  { place: 'Letters kept on disk', check: 'grep -ri ADDRESS in mail/ of the data directory' },
];

const NOT_REACHED = [
  'Backups, WAL archives and exports of readable values that were made before, until they expire',
  'Letters that were sent, and lines that services have logged, until those logs expire',
  'What others have written: names of files and folders, the field “manager”, error reports',
  'Freed pages of the database file, until they are used again: vacuum keys.subjects',
];

@Controller('api/audit/erasures')
export class ErasuresController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(ERASURES) private readonly erasures: Erasures,
  ) {}

  @Get()
  @Access('auditor')
  async list(): Promise<{ erasures: readonly Erasure[] }> {
    const found = await this.store.readSealed(0, MOST, { type: 'PersonErased' });
    return { erasures: found.map(({ event }) => erasureOf(event)) };
  }

  @Get(':id')
  @Access('auditor')
  async one(@Param('id') wanted: string): Promise<Certificate> {
    const { id } = parse(Wanted, { id: wanted });
    const filter = { type: 'PersonErased', stream: id };
    const [found] = await this.store.readSealed(0, 1, filter);
    if (!found) return refuse('not-found');
    const [places, unsealed] = await Promise.all([
      this.erasures.look(id),
      this.erasures.unsealed(id),
    ]);
    const older = unsealed.map(
      (position) => `Event ${position}, which was stored before personal fields were sealed`,
    );
    return {
      ...erasureOf(found.event),
      complete: places.every(({ left }) => left === 0) && older.length === 0,
      places,
      follows: FOLLOWS,
      notReached: [...older, ...NOT_REACHED],
    };
  }
}

const erasureOf = (event: { stream: string; position: number; at: string; actor: string }) => ({
  id: event.stream,
  position: String(event.position),
  at: event.at,
  by: event.actor,
});
