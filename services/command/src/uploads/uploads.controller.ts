import type { Readable } from 'node:stream';
import { EVENT_STORE } from '@feusa/event-log/store/port';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { sendProblem } from '@feusa/http/problem';
import type { AppRequest } from '@feusa/http/request';
import { Controller, Delete, Head, Inject, Options, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { uploadBounds } from '@feusa/contracts/bounds';
import { mostBytesOf, type UploadersLog } from './most-bytes.js';
import type { Body } from './receive.js';
import { TusFault } from './tus-fault.js';
import {
  checksumOf,
  contentLengthOf,
  hasBodyType,
  PATH,
  requireVersion,
  TUS_VERSION,
} from './tus-headers.js';
import { TusUploads } from './tus-uploads.js';

/** Loaded at the first upload: what it stands on takes 16 MB. */
const protocol = () => import('./tus-protocol.js');

/** tus 1.0 with creation, creation-with-upload, termination and checksum. */
@Controller(PATH)
export class UploadsController {
  constructor(
    @Inject(TusUploads) private readonly uploads: TusUploads,
    @Inject(EVENT_STORE) private readonly store: UploadersLog,
  ) {}

  @Options()
  @Access('public')
  options(@Req() request: AppRequest, @Res() reply: FastifyReply) {
    return this.answer(request, reply);
  }

  @Post()
  @Access('signed-in')
  async create(
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
    @CurrentUser() by: SessionUser,
  ) {
    const maxBytes = await mostBytesOf(this.store, by);
    if (maxBytes === 0) refuse('not-allowed');
    if (Number(request.headers['upload-length']) > maxBytes)
      refuse('upload/too-large', { maxBytes });
    return this.answer(request, reply, by);
  }

  @Head(':id')
  @Access('signed-in')
  status(@Req() request: AppRequest, @Res() reply: FastifyReply, @CurrentUser() by: SessionUser) {
    return this.answer(request, reply, by);
  }

  @Patch(':id')
  @Access('signed-in')
  append(@Req() request: AppRequest, @Res() reply: FastifyReply, @CurrentUser() by: SessionUser) {
    return this.answer(request, reply, by);
  }

  @Delete(':id')
  @Access('signed-in')
  end(@Req() request: AppRequest, @Res() reply: FastifyReply, @CurrentUser() by: SessionUser) {
    return this.answer(request, reply, by);
  }

  /** A refused sender is heard out first, within bounds: else it might never see the answer. */
  private async answer(request: AppRequest, reply: FastifyReply, by?: SessionUser) {
    const { method, headers, params } = request;
    try {
      if (by) requireVersion(headers);
      const { id = '' } = params as { id?: string };
      const asked = { method, headers, id, owner: by?.id ?? '', body: bodyOf(request) };
      const { speakTus } = await protocol();
      const answer = await speakTus(this.uploads, asked);
      void reply.status(answer.status).headers(answer.headers).send();
    } catch (fault) {
      const isTus = fault instanceof TusFault;
      const heardOut = !(isTus && fault.endsConnection) && (await drain(request.raw));
      if (!heardOut) reply.header('connection', 'close');
      if (!isTus) throw fault;
      const { statusCode: status, code, detail } = fault;
      if (code === 'upload/tus-version') reply.header('tus-version', TUS_VERSION);
      sendProblem(reply, request.id, { status, code, detail });
    }
  }
}

/** The bytes to take in; those of a creation may follow later. @throws TusFault 400, 415 */
function bodyOf({ method, raw, headers }: AppRequest): Body | undefined {
  const contentLength = contentLengthOf(headers);
  const isEmpty = contentLength === 0 || (!contentLength && !headers['transfer-encoding']);
  if (method !== 'PATCH' && (method !== 'POST' || isEmpty)) return undefined;
  if (!hasBodyType(headers)) throw new TusFault('upload/body-type');
  return { source: raw, contentLength, checksum: checksumOf(headers) };
}

const MOST_BYTES = uploadBounds.drained.value;
const MOST_MS = uploadBounds.drainTime.value;

/** Reads the rest of a body and forgets it, within bounds. Says whether it came to the end. */
function drain(source: Readable): Promise<boolean> {
  return new Promise((settle) => {
    if (source.readableEnded) return settle(true);
    if (source.destroyed) return settle(false);
    let left = MOST_BYTES;
    const timer = setTimeout(() => finish(false), MOST_MS);
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) finish(false);
    };
    const onEnd = () => finish(true);
    const onClose = () => finish(false);
    const finish = (whole: boolean) => {
      clearTimeout(timer);
      source.off('data', onData).off('end', onEnd).off('close', onClose).pause();
      settle(whole);
    };
    source
      .on('end', onEnd)
      .on('close', onClose)
      .on('error', () => undefined)
      .on('data', onData);
    source.resume();
  });
}
