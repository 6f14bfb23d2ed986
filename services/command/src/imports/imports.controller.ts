import type { Readable } from 'node:stream';
import { importBounds } from '@feusa/contracts/bounds';
import type { ImportPlan, ImportResult } from '@feusa/contracts/imports';
import { refuse } from '@feusa/contracts/refusals';
import { Id } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { LOG_GUARD, type LogGuard } from '@feusa/transparency/guard/port';
import { Body, Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Imports } from './imports.js';

/** People from a CSV file: first what would come of it, then just that. */
@Controller('api/imports/employees')
@Access('admin')
export class ImportsController {
  constructor(
    @Inject(Imports) private readonly imports: Imports,
    @Inject(LOG_GUARD) private readonly guard: LogGuard,
  ) {}

  @Post()
  @HttpCode(200)
  async plan(
    @Body() body: unknown,
    @Headers('content-type') mediaType: string,
    @CurrentUser() by: SessionUser,
  ): Promise<ImportPlan> {
    if (!isStream(body)) return refuse('unsupported-media-type', { detail: 'Send text/csv' });
    return this.imports.plan(await bytesOf(body), mediaType, by);
  }

  @Post(':planId')
  @HttpCode(200)
  async carryOut(
    @Param('planId') planId: string,
    @CurrentUser() by: SessionUser,
  ): Promise<ImportResult> {
    const known = Id.safeParse(planId).data ?? refuse('import/not-found');
    if (this.guard.fault !== undefined) refuse('log/read-only');
    return this.imports.carryOut(known, by);
  }
}

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body;

const MOST_BYTES = importBounds.planned.value;

/** Too many of them are read to their end, so that the answer is too. @throws Refusal */
async function bytesOf(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= MOST_BYTES) pieces.push(piece);
  }
  return size <= MOST_BYTES ? Buffer.concat(pieces) : refuse('body-too-large');
}
