import { At } from '@feusa/contracts/live';
import type { WebhookList } from '@feusa/contracts/webhooks';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { After } from '../query-params.js';
import { ListWebhooks } from './list-webhooks.js';

const WebhooksAsk = After.extend({ at: At }).strict();

/** Who is told of events, read from the log itself. */
@Controller('api/webhooks')
@Access('admin')
export class WebhooksController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(@Query(parsed(WebhooksAsk)) ask: z.output<typeof WebhooksAsk>): Promise<WebhookList> {
    return this.queries.execute(new ListWebhooks(ask));
  }
}
