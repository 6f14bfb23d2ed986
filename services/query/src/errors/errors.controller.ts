import type { ErrorList } from '@feusa/contracts/views';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ErrorsAsk, ListErrors } from './list-errors.js';

/** Error reports that nobody has dismissed, the newest first. */
@Controller('api/errors')
@Access('signed-in')
export class ErrorsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(@Query(parsed(ErrorsAsk)) ask: ErrorsAsk): Promise<ErrorList> {
    return this.queries.execute(new ListErrors(ask));
  }
}
