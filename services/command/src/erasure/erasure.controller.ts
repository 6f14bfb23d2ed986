import { AskErasure, type ErasureOutlook } from '@feusa/contracts/erasure';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { PreviewErasure } from './preview-erasure.js';

/** What an erasure would come to. */
@Controller('api/erasures')
export class ErasureController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  @Access('admin')
  outlook(@Query(parsed(AskErasure)) ask: z.output<typeof AskErasure>): Promise<ErasureOutlook> {
    return this.queries.execute(new PreviewErasure(ask));
  }
}
