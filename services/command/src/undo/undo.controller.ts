import {
  StopUndo,
  Undo,
  UndoParams,
  type UndoPreview,
  type UndoProgress,
} from '@feusa/contracts/undo';
import { SESSIONS, type Sessions } from '@feusa/identity/sessions/port';
import { OnConflict } from '@feusa/contracts/on-conflict';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser, isSteppedUp } from '@feusa/http/access';
import { answerInLines, wantsLines } from '@feusa/http/lines';
import { parse, parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { IDEMPOTENCY_SECRETS, type IdempotencySecrets } from '../idempotency-secrets.js';
import { keyOf } from '../command-door.js';
import { PreviewUndo } from './preview-undo.js';
import { Undos } from './undo.js';

/** What is to be done about names that are taken, which is not a part of what is undone. */
const Naming = z.object({ onConflict: OnConflict.optional() });

/** Taking commands back: what that would come to, and doing it. */
@Controller('api/undo')
@Access('signed-in')
export class UndoController {
  constructor(
    @Inject(Undos) private readonly undos: Undos,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(SESSIONS) private readonly sessions: Sessions,
    @Inject(IDEMPOTENCY_SECRETS) private readonly secrets: IdempotencySecrets,
  ) {}

  @Get()
  preview(
    @Query(parsed(UndoParams)) ask: z.output<typeof UndoParams>,
    @CurrentUser() by: SessionUser,
  ): Promise<UndoPreview> {
    return this.queries.execute(new PreviewUndo(ask, by));
  }

  /** One JSON answer at the end, or lines that tell how far it is where these are asked for. */
  @Post()
  async undo(
    @Body() body: unknown,
    @CurrentUser() by: SessionUser,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const key = keyOf(request.headers);
    const { onConflict: onNameTaken } = parse(Naming, request.query);
    const order = { ...parse(Undo, body), onNameTaken };
    const hashes = this.secrets.hashesOf({ name: 'undo', body, onConflict: onNameTaken });
    const asked = {
      by,
      isProgram: request.session?.scope !== undefined,
      isSteppedUp: () => isSteppedUp(this.sessions, request),
      ...(key && { key: { key, ...hashes } }),
    };
    const { due: of, work } = await this.undos.start(order, asked);
    if (!wantsLines(request.headers.accept))
      return void reply.status(200).send(await work(() => undefined));
    return answerInLines<UndoProgress>(reply, (write) => work((done) => write({ done, of })));
  }

  /** Its own answer tells how far it came; this one only that it will end. */
  @Post('stop')
  @HttpCode(204)
  async stop(
    @Body(parsed(StopUndo)) { key }: z.output<typeof StopUndo>,
    @CurrentUser() by: SessionUser,
  ): Promise<void> {
    await this.undos.stop({ by, key: { key: key.toLowerCase(), bodyHash: '' } });
  }
}
