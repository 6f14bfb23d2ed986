import { Readable } from 'node:stream';
import type { Acknowledgements, Waiting } from '@feusa/contracts/acknowledgements';
import { At } from '@feusa/contracts/query-params';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { Access, CurrentUser, mayAccess } from '@feusa/http/access';
import { FewAtOnce } from '@feusa/http/few-at-once';
import { parsed } from '@feusa/http/parsed';
import { TRANSPARENT_LOG, type TransparentLog } from '@feusa/transparency/port';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { visibleFile } from '../files/versions.js';
import { After, idOr } from '../query-params.js';
import { ReadModel } from '../read-model/read-model.js';
import { ListAcknowledgements } from './list-acknowledgements.js';
import { ListWaiting } from './list-waiting.js';
import { openReceipt } from './receipt.js';

const Present = After.strict();
const AsOfQuery = After.extend({ at: At }).strict();

/** Who has acknowledged what, and what waits for whoever asks. */
@Controller('api')
@Access('signed-in')
export class AcknowledgementsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(ReadModel) private readonly model: ReadModel,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(TRANSPARENT_LOG) private readonly transparentLog: TransparentLog,
  ) {}

  @Get('me/waiting')
  waiting(
    @Query(parsed(Present)) { after }: z.output<typeof Present>,
    @CurrentUser() by: SessionUser,
  ): Promise<Waiting> {
    return this.queries.execute(new ListWaiting(after, by));
  }

  @Get('files/:id/acknowledgements')
  list(
    @Param('id') id: string,
    @Query(parsed(AsOfQuery)) params: z.output<typeof AsOfQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<Acknowledgements> {
    return this.queries.execute(new ListAcknowledgements(idOr(id, 'file/not-found'), params, by));
  }

  @Get('files/:id/acknowledgements/:userId/receipt')
  @FewAtOnce()
  async receipt(
    @Param() path: { readonly id: string; readonly userId: string },
    @Query(parsed(Present)) params: z.output<typeof Present>,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const id = idOr(path.id, 'file/not-found');
    const userId = idOr(path.userId, 'acknowledgement/not-found');
    const isSeen = await this.sees(id, userId, { params, by });
    const { store, transparentLog } = this;
    const receipt = await openReceipt({ store, transparentLog, isSeen }, id, userId);
    void reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="receipt.zip"')
      .header('cache-control', 'private, no-store')
      .send(Readable.from(receipt));
  }

  /** Auditors may have what the log says of files that are gone, but of none that is kept from them. */
  private async sees(
    id: string,
    userId: string,
    { params, by }: { readonly params: z.output<typeof Present>; readonly by: SessionUser },
  ): Promise<boolean> {
    const when = await this.model.sourceFor(params, by);
    if (!mayAccess('auditor', by.role)) {
      if (userId !== by.id) refuse('acknowledgement/not-found');
      if (!(await visibleFile(when, id))) refuse('file/not-found');
    }
    const [row] = await this.model.database.find('docs', [id]);
    return !row || this.model.access.sightOf(by).reads(row.folderId);
  }
}
