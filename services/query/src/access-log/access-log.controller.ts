import { Readable } from 'node:stream';
import type { AccessVerdict } from '@feusa/contracts/access-log';
import { listBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { ACCESS_LOG, type AccessLog } from '@feusa/transparency/access-log/port';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { AccessAsk } from './ask.js';
import { accessCsv } from './csv.js';
import { ListAccess } from './list-access.js';

/** Who did what, for auditors: beside the event log, and a chain of its own. */
@Controller('api/access-log')
@Access('auditor')
export class AccessLogController {
  private verifying = false;

  constructor(
    @Inject(ACCESS_LOG) private readonly accessLog: Pick<AccessLog, 'verify'>,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Get()
  async list(@Query(parsed(AccessAsk)) ask: AccessAsk, @Res() reply: FastifyReply): Promise<void> {
    if (ask.format === 'json')
      return void reply.send(await this.queries.execute(new ListAccess(ask)));
    const limit = listBounds.page.value;
    const read = (cursor?: number) =>
      this.queries.execute(new ListAccess({ ...ask, limit, cursor }));
    void reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="access-log.csv"')
      .send(Readable.from(accessCsv(read)));
  }

  @Get('verify')
  async verify(): Promise<AccessVerdict> {
    if (this.verifying) refuse('too-many-requests', { retryAfter: 5 });
    this.verifying = true;
    try {
      return await this.accessLog.verify();
    } finally {
      this.verifying = false;
    }
  }
}
