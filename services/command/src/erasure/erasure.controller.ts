import { AskErasure, type ErasureOutlook } from '@feusa/contracts/erasure';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Erasing } from './erase.js';

/** What an erasure would come to. */
@Controller('api/erasures')
export class ErasureController {
  constructor(@Inject(Erasing) private readonly erasing: Erasing) {}

  @Get()
  @Access('admin')
  outlook(@Query(parsed(AskErasure)) ask: z.output<typeof AskErasure>): Promise<ErasureOutlook> {
    return this.erasing.outlook(ask);
  }
}
