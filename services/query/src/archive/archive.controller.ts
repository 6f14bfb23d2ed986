import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ArchiveSelection } from '@feusa/contracts/archive';
import { At } from '@feusa/contracts/query-params';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { BLOBS, type Blobs } from '@feusa/files/blobs/port';
import { Access, CurrentUser, OnlyReads } from '@feusa/http/access';
import { FewAtOnce } from '@feusa/http/few-at-once';
import { parsed } from '@feusa/http/parsed';
import { takeOver } from '@feusa/http/fair-share';
import type { AppRequest } from '@feusa/http/request';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { streamOf } from '@feusa/contracts/events';
import type { EventStore } from '@feusa/event-log/store/port';
import { disposition } from '../files/disposition.js';
import { After, idOr } from '../query-params.js';
import { ReadModel } from '../read-model/read-model.js';
import { entriesOf } from './contents.js';
import { storable } from './names.js';
import { selected } from './selected.js';
import { zip, zipSize, type ZipEntry } from './zip.js';
import type { ContentSource } from '../read-model/source.js';

/** The same without documents whose bytes are gone since, as they were removed for good. */
const unpurged = (source: ContentSource, store: Pick<EventStore, 'purged'>): ContentSource => ({
  ...source,
  async docs(folderId) {
    const docs = await source.docs(folderId);
    const gone = await store.purged(docs.map(({ id }) => streamOf('file', id)));
    return docs.filter(({ id }) => !gone.has(streamOf('file', id)));
  },
});

const ArchiveQuery = After.extend({ at: At }).strict();
const Selected = After.strict();

/** Folders and selections as ZIP archives, which are made while they are sent. */
@Controller('api')
@Access('signed-in')
export class ArchiveController {
  constructor(
    @Inject(ReadModel) private readonly model: ReadModel,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  @Get('folders/:id/archive')
  @FewAtOnce()
  async folder(
    @Param('id') id: string,
    @Query(parsed(ArchiveQuery)) params: z.output<typeof ArchiveQuery>,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { source: all, past } = await this.model.sourceFor(params, by);
    const source = past ? unpurged(all, this.model.store) : all;
    const chain = await source.chain(idOr(id, 'folder/not-found'));
    const folder = chain?.at(-1) ?? refuse('folder/not-found');
    const entries = await entriesOf({ folders: [folder], docs: [] }, source, this.blobs);
    await send(reply, folder.name, entries);
  }

  @Post('archive')
  @FewAtOnce()
  @OnlyReads()
  @HttpCode(200)
  async selection(
    @Body(parsed(ArchiveSelection)) { ids }: z.output<typeof ArchiveSelection>,
    @Query(parsed(Selected)) params: z.output<typeof Selected>,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { source } = await this.model.sourceFor(params, by);
    const { name, wanted } = await selected(this.model.database, source, ids);
    await send(reply, name, await entriesOf(wanted, source, this.blobs));
  }
}

/** An archive that cannot be made whole ends with its connection, so that nobody takes it for whole. */
async function send(
  reply: FastifyReply,
  name: string,
  entries: readonly ZipEntry[],
): Promise<void> {
  const headers = {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/zip',
    'content-length': zipSize(entries),
    'content-disposition': disposition(`${storable(name)}.zip`, false),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  const request = reply.request as AppRequest;
  request.taken = entries.flatMap(({ id }) => id ?? []);
  const raw = takeOver(reply);
  raw.writeHead(200, headers);
  if (reply.request.method === 'HEAD') return void raw.end();
  try {
    await pipeline(zip(entries), raw);
  } catch (fault) {
    raw.destroy();
    if ((fault as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw fault;
  }
}
