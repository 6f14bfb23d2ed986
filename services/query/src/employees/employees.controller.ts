import type { SessionUser } from '@feusa/contracts/users';
import { At } from '@feusa/contracts/live';
import { refuse } from '@feusa/contracts/refusals';
import { Access, By } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { After, Cursor, idOr, Limit } from '../ask.js';
import { sendJson, withPosition } from '../json.js';
import type { PastSource } from '../past/source.js';
import { ReadModel } from '../read-model/read-model.js';
import { employeeView } from '../read-model/views.js';
import { Directory } from './directory.js';

const Ask = After.extend({
  at: At,
  limit: Limit.optional(),
  cursor: Cursor.optional(),
}).strict();
type Ask = z.output<typeof Ask>;

const One = After.extend({ at: At }).strict();

/** The directory, whole or in pages, now or as it was. */
@Controller('api/employees')
@Access('signed-in')
export class EmployeesController {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  @Get()
  async list(@Query(parsed(Ask)) ask: Ask, @By() by: SessionUser, @Res() reply: FastifyReply) {
    const { source, position, past } = await this.model.sourceFor(ask, by);
    const directory = past ? new Directory() : this.model.directory;
    if (past) directory.load(await source.allEmployees());
    if (!ask.limit && !ask.cursor) {
      return sendJson(reply, withPosition(directory.everybody(), position));
    }
    const { json, next } = directory.page(ask.limit ?? 100, ask.cursor);
    const open = Buffer.from(`${json},"next":${JSON.stringify(next)}`);
    return sendJson(reply, withPosition(open, position));
  }

  @Get(':id')
  async one(
    @Param('id') id: string,
    @Query(parsed(One)) ask: z.output<typeof One>,
    @By() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    const known = idOr(id, 'employee/not-found');
    const { past } = await this.model.sourceFor(ask, by);
    const json = past ? await jsonOf(past, known) : this.model.directory.json(known);
    sendJson(reply, [Buffer.from(json ?? refuse('employee/not-found'))]);
  }
}

async function jsonOf(past: PastSource, id: string): Promise<string | undefined> {
  const row = await past.employee(id);
  return row && JSON.stringify(employeeView(row));
}
