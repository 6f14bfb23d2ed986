import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import type { ErrorList } from '@feusa/contracts/views';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { z } from 'zod';
import { After } from '../ask.js';
import { ReadModel } from '../read-model/read-model.js';
import { errorView } from '../read-model/views.js';

const Ask = After.strict();
const SHOWN = 1000;

/** Error reports that nobody has dismissed, the newest of them. */
@Controller('api/errors')
@Access('signed-in')
export class ErrorsController {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  @Get()
  async list(@Query(parsed(Ask)) { after }: z.output<typeof Ask>): Promise<ErrorList> {
    const { progress, database } = this.model;
    await progress.reached(after);
    const { position } = progress;
    const newest = `removed_at is null order by added_at desc, id limit ${SHOWN}`;
    const rows = await database.where('errors', newest);
    return { errors: rows.map(errorView), position: String(position) };
  }
}
