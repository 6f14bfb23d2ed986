import { listBounds } from '@feusa/contracts/bounds';
import type { SessionUser } from '@feusa/contracts/users';
import { INDEXED, type Reached } from '@feusa/event-log/subscription/progress';
import { Access, CurrentUser } from '@feusa/http/access';
import { FewAtOnce } from '@feusa/http/few-at-once';
import { parsed } from '@feusa/http/parsed';
import { sendText } from '@feusa/http/text-download';
import { SEARCH_INDEX, type SearchIndex } from '@feusa/search/port';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { ReadModel } from '../read-model/read-model.js';
import { unavailable } from '../search/search-employees.js';
import { directoryFor } from './as-of.js';
import { ExportQuery, exportedText, isExported, mediaTypes } from './export.js';

const PAGE = 1000;

/** People to take along, in the order of the directory. */
@Controller('api/employees/export')
@Access('signed-in')
export class ExportController {
  constructor(
    @Inject(ReadModel) readonly model: ReadModel,
    @Inject(QueryBus) readonly queries: QueryBus,
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex,
    @Inject(INDEXED) private readonly indexed: Reached,
  ) {}

  @Get()
  @FewAtOnce()
  async export(
    @Query(parsed(ExportQuery)) params: ExportQuery,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { directory } = await directoryFor(params, by, this);
    const found = params.q === undefined ? undefined : await this.find(params.q, params.after);
    const people = directory.views(isExported(params, found));
    const download = { name: `people.${params.format}`, mediaType: mediaTypes[params.format] };
    sendText(reply, download, exportedText(params.format, people));
  }

  private async find(text: string, after: number | undefined): Promise<ReadonlySet<string>> {
    await this.indexed.reached(after ?? 0);
    const found = new Set<string>();
    for (let page = 1; page <= listBounds.exportedHits.value / PAGE; page++) {
      const { ids, total } = await this.index.search(text, { page, size: PAGE }).catch(unavailable);
      for (const id of ids) found.add(id);
      if (page * PAGE >= total) break;
    }
    return found;
  }
}
