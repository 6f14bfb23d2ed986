import { Access } from '@feusa/http/access';
import { sendJson } from '@feusa/http/json';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { jsonOf } from '../json.js';
import { SearchAsk, SearchEmployees } from './search-employees.js';

/** People by what is typed, best first. */
@Controller('api/search')
@Access('signed-in')
export class SearchController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  async search(
    @Query(parsed(SearchAsk)) ask: SearchAsk,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, jsonOf(await this.queries.execute(new SearchEmployees(ask))));
  }
}
