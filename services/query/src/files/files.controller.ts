import { BLOBS, MissingBlob, type Blobs } from '@feusa/adapters/blobs/port';
import { refuse } from '@feusa/contracts/refusals';
import { Access } from '@feusa/http/access';
import { ValidationFault } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { idOr } from '../ask.js';
import { isUnchanged } from './conditions.js';
import { isInlineType } from './disposition.js';
import { FILE_LOOKUP, type FileLookup, type ServedFile } from './lookup.js';
import { serve } from './serve.js';
import { THUMBNAIL_SIZES, Thumbnails } from './thumbnails.js';

@Controller('files')
export class FilesController {
  constructor(
    @Inject(FILE_LOOKUP) private readonly lookup: FileLookup,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(Thumbnails) private readonly thumbnails: Thumbnails,
  ) {}

  @Get(':id')
  @Access('signed-in')
  async file(
    @Param('id') id: string,
    @Query('inline') inline: unknown,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.find(id);
    const size = await this.blobs.size(file.blob);
    if (size === undefined) throw new MissingBlob(file.blob);
    const shown = inline === '1' && isInlineType(file.mediaType);
    await serve(this.blobs, request, reply, { file, size, inline: shown });
  }

  @Get(':id/thumbnail')
  @Access('signed-in')
  async thumbnail(
    @Param('id') id: string,
    @Query('size') asked: unknown,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const size = THUMBNAIL_SIZES.find((known) => String(known) === asked);
    if (!size) throw new ValidationFault({ size: 'Must be 96 or 320' });
    const file = await this.find(id);
    const etag = `"${file.blob}-${size}"`;
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (isUnchanged(request.headers['if-none-match'], etag)) return void reply.status(304).send();
    const bytes = await this.thumbnails.of(file, size);
    void reply.header('content-type', 'image/webp').send(bytes);
  }

  private async find(id: string): Promise<ServedFile> {
    const file = await this.lookup.find(idOr(id, 'file/not-found'));
    return file ?? refuse('file/not-found');
  }
}
