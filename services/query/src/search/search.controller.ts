import type { SearchHits } from '@feusa/contracts/views';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SearchAsk, SearchEmployees } from './search-employees.js';

/** People by what is typed, best first. */
@Controller('api/search')
@Access('signed-in')
export class SearchController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  search(@Query(parsed(SearchAsk)) ask: SearchAsk): Promise<SearchHits> {
    return this.queries.execute(new SearchEmployees(ask));
  }
}
