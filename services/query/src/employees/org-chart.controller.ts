import type { SessionUser } from '@feusa/contracts/users';
import { At } from '@feusa/contracts/query-params';
import { refuse } from '@feusa/contracts/refusals';
import { Access, CurrentUser } from '@feusa/http/access';
import { sendJson } from '@feusa/http/json';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { withPosition } from '../json.js';
import { After, idOr } from '../query-params.js';
import { ReadModel } from '../read-model/read-model.js';
import { directoryFor } from './as-of.js';

const OrgQuery = After.extend({ at: At }).strict();
type OrgQuery = z.output<typeof OrgQuery>;

/** Who reports to whom, now or as it was. */
@Controller('api')
@Access('signed-in')
export class OrgChartController {
  constructor(
    @Inject(ReadModel) readonly model: ReadModel,
    @Inject(QueryBus) readonly queries: QueryBus,
  ) {}

  @Get('org-chart')
  async chart(
    @Query(parsed(OrgQuery)) params: OrgQuery,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    const { directory, position } = await directoryFor(params, by, this);
    sendJson(reply, withPosition(await directory.chart(), position));
  }

  @Get('employees/:id/reports')
  async reports(
    @Param('id') id: string,
    @Query(parsed(OrgQuery)) params: OrgQuery,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    const known = idOr(id, 'employee/not-found');
    const { directory, position } = await directoryFor(params, by, this);
    if ((await directory.json(known)) === undefined) refuse('employee/not-found');
    sendJson(reply, withPosition(await directory.reports(known), position));
  }
}
