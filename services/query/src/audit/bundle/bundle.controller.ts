import { Readable } from 'node:stream';
import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { TRANSPARENT_LOG, type TransparentLog } from '@feusa/transparency/port';
import { Access, NeedsStepUp } from '@feusa/http/access';
import { FewAtOnce } from '@feusa/http/few-at-once';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { openBundle } from './bundle.js';

/** What auditors take home. */
@Controller('api/audit')
@Access('auditor')
export class BundleController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(TRANSPARENT_LOG) private readonly transparentLog: TransparentLog,
  ) {}

  @Get('bundle')
  @FewAtOnce()
  @NeedsStepUp()
  async bundle(@Res() reply: FastifyReply): Promise<void> {
    const { store, transparentLog } = this;
    const bundle = await openBundle({ store, transparentLog }, new Date());
    void reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="feusa-log.zip"')
      .send(Readable.from(bundle));
  }
}
