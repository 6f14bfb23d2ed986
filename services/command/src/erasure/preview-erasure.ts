import type { AskErasure, ErasureOutlook } from '@feusa/contracts/erasure';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { Erasing } from './erase.js';

/** What an erasure would come to. */
export class PreviewErasure extends Query<ErasureOutlook> {
  constructor(readonly ask: z.output<typeof AskErasure>) {
    super();
  }
}

@QueryHandler(PreviewErasure)
export class PreviewErasureHandler implements IQueryHandler<PreviewErasure> {
  constructor(@Inject(Erasing) private readonly erasing: Erasing) {}

  execute({ ask }: PreviewErasure): Promise<ErasureOutlook> {
    return this.erasing.outlook(ask);
  }
}
