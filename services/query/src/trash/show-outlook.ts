import { listBounds } from '@feusa/contracts/bounds';
import { Id } from '@feusa/contracts/text';
import type { TrashOutlook } from '@feusa/contracts/views';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import { After } from '../query-params.js';
import { ReadModel } from '../read-model/read-model.js';
import { outlook } from './statements.js';

export const OutlookQuery = After.extend({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(Id).max(listBounds.chosen.value))
    .optional(),
}).strict();
export type OutlookQuery = z.output<typeof OutlookQuery>;

/** How much goes with things in the trash, or with all of it. */
export class ShowOutlook extends Query<TrashOutlook> {
  constructor(readonly params: OutlookQuery) {
    super();
  }
}

@QueryHandler(ShowOutlook)
export class ShowOutlookHandler implements IQueryHandler<ShowOutlook> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ params: { ids, after } }: ShowOutlook): Promise<TrashOutlook> {
    const { database, progress } = this.model;
    await progress.reached(after);
    const values = [ids ?? null];
    const [found] = await database.prepared<TrashOutlook>(
      'trash-outlook',
      outlook(database.schema),
      values,
    );
    return found!;
  }
}
