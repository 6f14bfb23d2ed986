import { Readable } from 'node:stream';
import { resting } from '@feusa/platform/breathing';
import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { TRANSPARENT_LOG, type TransparentLog } from '@feusa/transparency/port';
import { refuse } from '@feusa/contracts/refusals';
import { Access, NeedsStepUp } from '@feusa/http/access';
import { FewAtOnce } from '@feusa/http/few-at-once';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { EventsQuery, SelectionQuery } from './query-params.js';
import { endOf, exportLines } from './export.js';
import { selectionLines } from './export-selection.js';
import { ListEvents } from './list-events.js';
import { Selections } from './selections.js';
import { verifyLog, type Verdict } from './verify.js';

/** The log as auditors read it: lists of it, exports, and whether it is whole. */
@Controller('api/audit')
@Access('auditor')
export class AuditController {
  private verifying = false;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(TRANSPARENT_LOG) private readonly transparentLog: TransparentLog,
    @Inject(Selections) private readonly selections: Selections,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Get('events')
  events(@Query(parsed(EventsQuery)) params: EventsQuery) {
    return this.queries.execute(new ListEvents(params));
  }

  @Get('export')
  @FewAtOnce()
  @NeedsStepUp()
  async export(
    @Query(parsed(SelectionQuery)) params: SelectionQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const filter = await this.selections.filterOf(params);
    const end = await endOf(this.store, this.transparentLog);
    const { transparentLog, selections } = this;
    const lines = filter
      ? selectionLines({ transparentLog, selections, end, params, filter })
      : exportLines(this.store, end);
    const name = filter ? 'feusa-log-selection' : 'feusa-log';
    void reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.ndjson"`)
      .send(Readable.from(lines));
  }

  @Get('verify')
  async verify(): Promise<Verdict> {
    if (this.verifying) refuse('too-many-requests', { retryAfter: 5 });
    this.verifying = true;
    try {
      return await verifyLog(this.store, this.transparentLog, resting());
    } finally {
      this.verifying = false;
    }
  }
}
