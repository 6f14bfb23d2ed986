import { BLOBS, type Blobs } from '@feusa/files/blobs/port';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { isUnchanged } from './conditions.js';
import { isInlineType } from './disposition.js';
import { FILE_LOOKUP, FileParams, withFile, type FileLookup } from './lookup.js';
import { serve } from './serve.js';
import { Thumbnails } from './thumbnails.js';

/** What is not exactly `inline=1` is something to save; other parameters mean nothing. */
const DownloadQuery = FileParams.extend({ inline: z.unknown().optional() });
const ThumbnailQuery = FileParams.extend({
  size: z.enum(['96', '320'], { error: 'Must be 96 or 320' }).transform(Number),
});

/** The bytes of documents and photos, and thumbnails. */
@Controller('files')
export class FilesController {
  constructor(
    @Inject(FILE_LOOKUP) private readonly lookup: FileLookup,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(Thumbnails) private readonly thumbnails: Thumbnails,
  ) {}

  @Get(':id')
  @Access('signed-in')
  file(
    @Param('id') id: string,
    @Query(parsed(DownloadQuery)) { inline, ...params }: z.output<typeof DownloadQuery>,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return withFile(this.lookup, { id, ...params }, request, async (file) => {
      const shown = inline === '1' && isInlineType(file.mediaType);
      await serve(this.blobs, request, reply, { file, inline: shown });
    });
  }

  @Get(':id/thumbnail')
  @Access('signed-in')
  thumbnail(
    @Param('id') id: string,
    @Query(parsed(ThumbnailQuery)) { size, ...params }: z.output<typeof ThumbnailQuery>,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return withFile(this.lookup, { id, ...params }, request, async (file) => {
      const etag = `"${file.blob}-${size}"`;
      void reply.headers({ etag, 'cache-control': 'private, no-cache' });
      if (isUnchanged(request.headers['if-none-match'], etag)) return void reply.status(304).send();
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const bytes = await this.thumbnails.of(file, size, gone.signal);
      if (bytes) void reply.header('content-type', 'image/webp').send(bytes);
    });
  }
}
