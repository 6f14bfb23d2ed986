import { Position } from '@feusa/contracts/live';
import { refuse } from '@feusa/contracts/refusals';
import { Access } from '@feusa/http/access';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindEvent } from './find-event.js';

/** One event with all that belongs to it. */
@Controller('api/audit')
@Access('auditor')
export class EventController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get('events/:position')
  event(@Param('position') asked: string) {
    const position = Position.safeParse(asked).data ?? refuse('not-found');
    return this.queries.execute(new FindEvent(position));
  }
}
