import { errorBounds } from '@feusa/contracts/bounds';
import type { ErrorView } from '@feusa/contracts/errors';
import type { ErrorList } from '@feusa/contracts/views';
import { Inject, Controller, Get, Query as QueryParams } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler, QueryBus } from '@nestjs/cqrs';
import { IsNull } from 'typeorm';
import type { z } from 'zod';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Limit } from '@feusa/contracts/query-params';
import { After, cursorOf, cursorTo } from '../query-params.js';
import { newestFirst, PageStart } from '../newest-first.js';
import { ReadModel } from '../read-model/read-model.js';
import { errorView } from '../read-model/views.js';

export const ErrorsQuery = After.extend({
  limit: Limit.optional(),
  cursor: cursorTo(PageStart).optional(),
}).strict();
export type ErrorsQuery = z.output<typeof ErrorsQuery>;

const LIMIT = 100;
const SHOWN = { removedAt: IsNull() };

/** Error reports that nobody has dismissed, the newest first. */
export class ListErrors extends Query<ErrorList> {
  constructor(readonly params: ErrorsQuery) {
    super();
  }
}

@QueryHandler(ListErrors)
export class ListErrorsHandler implements IQueryHandler<ListErrors> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ params }: ListErrors): Promise<ErrorList> {
    const { after, limit = LIMIT, cursor } = params;
    const { progress, database } = this.model;
    await progress.reached(after);
    const { position } = progress;
    const reports = database.repository('errors');
    const [rows, total] = await Promise.all([
      reports.find({ ...newestFirst('addedAt', SHOWN, cursor), take: limit + 1 }),
      reports.countBy(SHOWN),
    ]);
    const { errors, more } = pageOf(rows.map(errorView), limit);
    const last = errors.at(-1);
    return {
      errors,
      position: String(position),
      next: more && last ? cursorOf([last.createdAt, last.id]) : null,
      total,
    };
  }
}

/** As many as fit in a page, one at least: reports of an earlier version may be larger than new ones. */
function pageOf(found: readonly ErrorView[], limit: number) {
  let bytes = 0;
  const over = found.findIndex((each, index) => {
    bytes += Buffer.byteLength(JSON.stringify(each));
    return index > 0 && bytes > errorBounds.pageSize.value;
  });
  const errors = found.slice(0, over < 0 ? limit : Math.min(over, limit));
  return { errors, more: errors.length < found.length };
}

/** Error reports that nobody has dismissed, the newest first. */
@Controller('api/errors')
@Access('signed-in')
export class ErrorsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(@QueryParams(parsed(ErrorsQuery)) params: ErrorsQuery): Promise<ErrorList> {
    return this.queries.execute(new ListErrors(params));
  }
}
