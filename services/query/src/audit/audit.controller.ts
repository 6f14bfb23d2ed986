import { Readable } from 'node:stream';
import { EVENT_STORE, type EventStore, type SealedEvent } from '@feusa/adapters/event-store/port';
import { TRANSPARENT_LOG, type TransparentLog } from '@feusa/adapters/transparency/port';
import { Position } from '@feusa/contracts/live';
import { refuse } from '@feusa/contracts/refusals';
import { INVALID_CHARACTER, isStorable } from '@feusa/contracts/text';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { endOf, exportLines } from './export.js';
import { verifyLog, type Verdict } from './verify.js';

const time = z.iso
  .datetime({ offset: true, error: 'Not a time' })
  .transform((text) => new Date(text).toISOString());
const text = z.string().min(1).max(200).refine(isStorable, { error: INVALID_CHARACTER });

const Ask = z
  .strictObject({
    after: Position.default(0),
    limit: z
      .string()
      .regex(/^\d{1,4}$/, { error: 'Not a number from 1 to 1000' })
      .transform(Number)
      .pipe(z.number().min(1).max(1000))
      .default(100),
    type: text.optional(),
    stream: text.optional(),
    actor: text.optional(),
    from: time.optional(),
    to: time.optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    error: 'The start lies behind the end',
    path: ['from'],
  });

const shown = ({ event, hash }: SealedEvent) => {
  const { position, id, stream, version, type, at, actor, data, commandId, correlationId } = event;
  const cause = { commandId, correlationId };
  return { position: String(position), id, stream, version, type, at, actor, data, ...cause, hash };
};

@Controller('api/audit')
@Access('auditor')
export class AuditController {
  private verifying = false;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(TRANSPARENT_LOG) private readonly transparentLog: TransparentLog,
  ) {}

  @Get('events')
  async events(@Query(parsed(Ask)) { after, limit, ...filter }: z.output<typeof Ask>) {
    const found = await this.store.readSealed(after, limit + 1, defined(filter));
    const events = found.slice(0, limit).map(shown);
    const next = found.length > limit ? (events.at(-1)?.position ?? null) : null;
    return { events, next };
  }

  @Get('export')
  async export(@Res() reply: FastifyReply): Promise<void> {
    const end = await endOf(this.store, this.transparentLog);
    void reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', 'attachment; filename="feusa-log.ndjson"')
      .send(Readable.from(exportLines(this.store, end)));
  }

  @Get('verify')
  async verify(): Promise<Verdict> {
    if (this.verifying) refuse('too-many-requests', { retryAfter: 5 });
    this.verifying = true;
    try {
      return await verifyLog(this.store, this.transparentLog);
    } finally {
      this.verifying = false;
    }
  }
}

function defined<T extends object>(filter: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as never;
}
