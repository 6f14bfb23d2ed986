import { Readable } from 'node:stream';
import type { SessionUser } from '@feusa/contracts/users';
import { At, Limit, Position } from '@feusa/contracts/query-params';
import { refuse } from '@feusa/contracts/refusals';
import { Access, CurrentUser } from '@feusa/http/access';
import { sendJson } from '@feusa/http/json';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { After, idOr } from '../query-params.js';
import { withPosition } from '../json.js';
import { ReadModel } from '../read-model/read-model.js';
import { directoryFor, EmployeeAsOf } from './as-of.js';
import { EmployeeCursor } from './cursor.js';
import { StoredDirectory } from './stored-directory.js';
import type { PresentDirectory } from './present-directory.js';

const EmployeesQuery = After.extend({
  at: At,
  limit: Limit.optional(),
  cursor: EmployeeCursor.optional(),
  since: Position.optional(),
})
  .strict()
  .refine(({ since, at, limit, cursor }) => since === undefined || !(at ?? limit ?? cursor), {
    path: ['since'],
    error: 'Only of the whole directory as it is now',
  });
type EmployeesQuery = z.output<typeof EmployeesQuery>;

const One = After.extend({ at: At }).strict();

/** Nobody has seen what is to come: that was another log, before a restored backup. */
const changedSince = (directory: PresentDirectory, position: number, since = Infinity) =>
  since <= position ? directory.changedSince(since) : undefined;

async function* closed(open: AsyncIterable<string>, position: number): AsyncGenerator<string> {
  yield* open;
  yield `,"position":"${position}"}`;
}

/** The directory, whole or in pages, now or as it was. */
@Controller('api/employees')
@Access('signed-in')
export class EmployeesController {
  constructor(
    @Inject(ReadModel) readonly model: ReadModel,
    @Inject(QueryBus) readonly queries: QueryBus,
  ) {}

  @Get()
  async list(
    @Query(parsed(EmployeesQuery)) params: EmployeesQuery,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    const { directory, position } = await directoryFor(params, by, this);
    if (params.limit || params.cursor) {
      const page = await directory.page(params.limit ?? 100, params.cursor);
      return sendJson(reply, withPosition(page, position));
    }
    const changed = await changedSince(this.model.directory, position, params.since);
    if (changed) return sendJson(reply, withPosition(changed, position));
    if (!(directory instanceof StoredDirectory))
      return sendJson(reply, withPosition(directory.everybody(), position));
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(Readable.from(closed(directory.everybody(), position)));
  }

  @Get(':id')
  async one(
    @Param('id') id: string,
    @Query(parsed(One)) params: z.output<typeof One>,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    const known = idOr(id, 'employee/not-found');
    sendJson(reply, [Buffer.from(await this.jsonOf(known, params, by))]);
  }

  private async jsonOf(id: string, params: z.output<typeof One>, by: SessionUser): Promise<string> {
    if (params.at !== undefined) return this.queries.execute(new EmployeeAsOf(id, params, by));
    await this.model.progress.reached(params.after);
    return (await this.model.directory.source.json(id)) ?? refuse('employee/not-found');
  }
}
