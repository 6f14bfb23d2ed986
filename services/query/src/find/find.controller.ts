import type { FindPage } from '@feusa/contracts/find';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindParams, FindThings } from './find-things.js';

/** Everything that can be found, by what is typed, best first. */
@Controller('api/find')
@Access('signed-in')
export class FindController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  find(
    @Query(parsed(FindParams)) params: FindParams,
    @CurrentUser() by: SessionUser,
  ): Promise<FindPage> {
    return this.queries.execute(new FindThings(params, by));
  }
}
