import { BLOBS, type Blobs } from '@feusa/files/blobs/port';
import { charsetIn } from '@feusa/files/plain-text';
import { previewKind } from '@feusa/contracts/preview-kinds';
import { refuse } from '@feusa/contracts/refusals';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isUnchanged } from './conditions.js';
import { FILE_LOOKUP, FileParams, withFile, type FileLookup, type ServedFile } from './lookup.js';
import { Previews } from './previews.js';
import { serve } from './serve.js';

/** Nothing runs in it, nothing is fetched, and only this product may show it inside a page. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
const SANDBOX = `sandbox; ${POLICY}`;
const sandboxed = { 'content-security-policy': SANDBOX, 'x-frame-options': 'SAMEORIGIN' };

const PreviewQuery = FileParams.strict();

/** What a browser can show of a document safely. */
@Controller('files')
export class PreviewController {
  constructor(
    @Inject(FILE_LOOKUP) private readonly lookup: FileLookup,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(Previews) private readonly previews: Previews,
  ) {}

  @Get(':id/preview')
  @Access('signed-in')
  preview(
    @Param('id') id: string,
    @Query(parsed(PreviewQuery)) params: FileParams,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return withFile(this.lookup, { id, ...params }, request, (file) =>
      this.shown(file, request, reply),
    );
  }

  private async shown(file: ServedFile, request: AppRequest, reply: FastifyReply): Promise<void> {
    const kind = previewKind(file.mediaType, file.name) ?? refuse('preview/none');
    if (kind === 'image' || kind === 'pdf') {
      // Viewers of browsers stay away from a sandbox; they run nothing in the name of this product.
      const framed = kind === 'pdf' ? POLICY : SANDBOX;
      return serve(this.blobs, request, reply, { file, inline: true, framed });
    }
    const source = { blob: file.blob, kind, charset: charsetIn(file.mediaType) };
    const etag = this.previews.etag(source);
    const isKnown = isUnchanged(request.headers['if-none-match'], etag);
    const page = isKnown ? undefined : await this.previews.of(source);
    void reply.headers({ ...sandboxed, etag, 'cache-control': 'private, no-cache' });
    if (!page) return void reply.status(304).send();
    void reply.header('content-type', 'text/html; charset=utf-8').send(page);
  }
}
