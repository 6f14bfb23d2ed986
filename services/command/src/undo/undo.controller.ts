import { Refusal } from '@feusa/contracts/refusals';
import { Undo, UndoAsk, type UndoPreview, type UndoProgress } from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, By } from '@feusa/http/access';
import { parse, parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { hashOf, IDEMPOTENCY_SECRET, keyOf } from '../idempotency.js';
import { Undos, type Started } from './undo.js';

const LINES = 'application/x-ndjson';

/** Taking commands back: what that would come to, and doing it. */
@Controller('api/undo')
@Access('signed-in')
export class UndoController {
  constructor(
    @Inject(Undos) private readonly undos: Undos,
    @Inject(IDEMPOTENCY_SECRET) private readonly secret: string,
  ) {}

  @Get()
  preview(
    @Query(parsed(UndoAsk)) ask: z.output<typeof UndoAsk>,
    @By() by: SessionUser,
  ): Promise<UndoPreview> {
    return this.undos.preview(ask, by);
  }

  /** One JSON answer at the end, or lines that tell how far it is where these are asked for. */
  @Post()
  async undo(
    @Body() body: unknown,
    @By() by: SessionUser,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const key = keyOf(request);
    const order = parse(Undo, body);
    const bodyHash = hashOf(this.secret, 'undo', body);
    const started = await this.undos.start(order, { by, ...(key && { key: { key, bodyHash } }) });
    if (request.headers.accept?.includes(LINES)) return tellInLines(started, reply);
    const answer = await started.work(() => undefined);
    void reply.status(200).send(answer);
  }
}

/** What was begun is finished, also when nobody listens any more. */
async function tellInLines({ due, work }: Started, reply: FastifyReply): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), 'content-type': `${LINES}; charset=utf-8` };
  raw.writeHead(200, headers as Record<string, string>);
  const tell = (line: UndoProgress) => void raw.write(`${JSON.stringify(line)}\n`);
  try {
    tell({ result: await work((done) => tell({ done, of: due })) });
  } catch (fault) {
    const isKnown = fault instanceof Refusal;
    tell({
      problem: isKnown
        ? { code: fault.code, detail: fault.message }
        : { code: 'fault', detail: 'Something went wrong on our side' },
    });
    if (!isKnown) throw fault;
  } finally {
    raw.end();
  }
}
