import { listBounds } from '@feusa/contracts/bounds';
import { INDEXED, type Reached } from '@feusa/adapters/event-log/progress';
import {
  SEARCH_INDEX,
  SearchUnavailable,
  type SearchIndex,
  PAGE_SIZE,
} from '@feusa/adapters/search/port';
import { refuse } from '@feusa/contracts/refusals';
import { isBlank } from '@feusa/contracts/text';
import type { SearchHits } from '@feusa/contracts/views';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { searchDuration, searchFailures } from '@feusa/telemetry/metrics';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { z } from 'zod';
import { After } from '../ask.js';
import { ReadModel } from '../read-model/read-model.js';

const Ask = After.extend({
  q: z
    .string({ error: 'Enter something to search for' })
    .max(listBounds.searched.value, { error: 'Search text is too long' })
    .refine((text) => !isBlank(text), { error: 'Enter something to search for' }),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'Not a page' })
    .transform(Number)
    .default(1),
}).strict();

/** People by what is typed, best first. */
@Controller('api/search')
@Access('signed-in')
export class SearchController {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex,
    @Inject(INDEXED) private readonly indexed: Reached,
    @Inject(ReadModel) private readonly model: ReadModel,
  ) {}

  @Get()
  async search(@Query(parsed(Ask)) ask: z.output<typeof Ask>): Promise<SearchHits> {
    await this.model.progress.reached(ask.after);
    await this.indexed.reached(ask.after ?? 0);
    const timed = searchDuration.startTimer();
    const { ids, total } = await this.index
      .search(ask.q, { page: ask.page, size: PAGE_SIZE })
      .catch(unavailable)
      .finally(timed);
    // The index may hold anything: whom the directory does not have is nobody.
    const known = ids.filter((id) => this.model.directory.json(id) !== undefined);
    const hits = known.map((objectID) => ({ objectID }));
    return { hits, total: Math.max(hits.length, total - (ids.length - known.length)) };
  }
}

function unavailable(fault: unknown): never {
  searchFailures.inc();
  if (fault instanceof SearchUnavailable) return refuse('search/unavailable');
  throw fault;
}
