import type { SessionUser } from '@feusa/contracts/users';
import type { TrashOutlook, TrashPage } from '@feusa/contracts/views';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListTrash, TrashQuery } from './list-trash.js';
import { OutlookQuery, ShowOutlook } from './show-outlook.js';

/** What was removed and can be restored, now or as it was. */
@Controller('api/trash')
@Access('admin')
export class TrashController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(
    @Query(parsed(TrashQuery)) params: TrashQuery,
    @CurrentUser() by: SessionUser,
  ): Promise<TrashPage> {
    return this.queries.execute(new ListTrash(params, by));
  }

  @Get('outlook')
  outlook(@Query(parsed(OutlookQuery)) params: OutlookQuery): Promise<TrashOutlook> {
    return this.queries.execute(new ShowOutlook(params));
  }
}
