import { listBounds } from '@feusa/contracts/bounds';
import { INDEXED, type Reached } from '@feusa/event-log/subscription/progress';
import {
  SEARCH_INDEX,
  SearchUnavailable,
  type Hits,
  type SearchIndex,
  PAGE_SIZE,
} from '@feusa/search/port';
import { refuse } from '@feusa/contracts/refusals';
import { isBlank } from '@feusa/contracts/text';
import type { SearchHits } from '@feusa/contracts/views';
import { searchDuration, searchFailures } from '@feusa/platform/telemetry/metrics';
import { Inject, Controller, Get, Query as QueryParams, Res } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { Access } from '@feusa/http/access';
import { sendJson } from '@feusa/http/json';
import { parsed } from '@feusa/http/parsed';
import type { FastifyReply } from 'fastify';
import { After } from '../query-params.js';
import { ReadModel } from '../read-model/read-model.js';
import { jsonOf } from '../json.js';

const NOTHING = 'Enter something to search for';

/** What is searched for. */
export const SearchText = z
  .string({ error: NOTHING })
  .max(listBounds.searched.value, { error: 'Search text is too long' })
  .refine((text) => !isBlank(text), { error: NOTHING });

export const SearchQuery = After.extend({
  q: SearchText,
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'Not a page' })
    .transform(Number)
    .default(1),
}).strict();

export type SearchQuery = z.output<typeof SearchQuery>;

/** People by what is typed, best first. */
export class SearchEmployees extends Query<SearchHits> {
  constructor(readonly params: SearchQuery) {
    super();
  }
}

@QueryHandler(SearchEmployees)
export class SearchEmployeesHandler implements IQueryHandler<SearchEmployees> {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex,
    @Inject(INDEXED) private readonly indexed: Reached,
    @Inject(ReadModel) private readonly model: ReadModel,
  ) {}

  async execute({ params }: SearchEmployees): Promise<SearchHits> {
    await this.model.progress.reached(params.after);
    await this.indexed.reached(params.after ?? 0);
    const timed = searchDuration.startTimer();
    const found = await this.index
      .search(params.q, { page: params.page, size: PAGE_SIZE })
      .catch(unavailable)
      .finally(timed);
    return hitsOf(found, await this.model.directory.known(found.ids));
  }
}

/** The index may hold anything: whom the directory does not have is nobody. */
function hitsOf({ ids, total }: Hits, known: { has(id: string): boolean }): SearchHits {
  const hits = ids.filter((id) => known.has(id)).map((objectID) => ({ objectID }));
  return { hits, total: Math.max(hits.length, total - (ids.length - hits.length)) };
}

/** What a search needs that is answered without waiting. */
export interface SearchInMemory {
  readonly search: Pick<SearchIndex, 'searchNow'>;
  readonly indexed: Pick<Reached, 'has'>;
  readonly model: ReadModel;
}

/** The same without waiting; undefined where something is not in memory, or not yet. */
export function searchNow(params: SearchQuery, { search, indexed, model }: SearchInMemory) {
  const { memory } = model.directory;
  const { after = 0 } = params;
  if (!memory || !search.searchNow || !indexed.has?.(after)) return undefined;
  if (after > model.progress.position) return undefined;
  const timed = searchDuration.startTimer();
  const found = search.searchNow(params.q, { page: params.page, size: PAGE_SIZE });
  timed();
  return hitsOf(found, { has: (id) => memory.json(id) !== undefined });
}

/** What a fault of the index is answered with. @throws always */
export function unavailable(fault: unknown): never {
  searchFailures.inc();
  if (fault instanceof SearchUnavailable) return refuse('search/unavailable');
  throw fault;
}

/** People by what is typed, best first. */
@Controller('api/search')
@Access('signed-in')
export class SearchController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  async search(
    @QueryParams(parsed(SearchQuery)) params: SearchQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, jsonOf(await this.queries.execute(new SearchEmployees(params))));
  }
}
