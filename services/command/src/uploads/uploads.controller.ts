import type { SessionUser } from '@feusa/contracts/users';
import { Access, By } from '@feusa/http/access';
import { sendProblem } from '@feusa/http/problem';
import type { AppRequest } from '@feusa/http/request';
import {
  Controller,
  Delete,
  Head,
  Inject,
  Options,
  Param,
  Patch,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { drain } from './drain.js';
import { cleanFileName } from './file-name.js';
import type { Body } from './receive.js';
import { TusFault } from './tus-fault.js';
import {
  bytesOf,
  CHECKSUM_ALGORITHMS,
  checksumOf,
  contentLengthOf,
  hasBodyType,
  metadataOf,
  requireVersion,
  TUS_VERSION,
} from './tus-headers.js';
import { TusUploads } from './tus-uploads.js';

const PATH = 'api/uploads';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** tus 1.0 with creation, creation-with-upload, termination and checksum. */
@Controller(PATH)
export class UploadsController {
  constructor(@Inject(TusUploads) private readonly uploads: TusUploads) {}

  @Options()
  @Access('public')
  options(@Res() reply: FastifyReply): void {
    void reply
      .status(204)
      .headers({
        'tus-version': TUS_VERSION,
        'tus-extension': 'creation,creation-with-upload,termination,checksum',
        'tus-checksum-algorithm': Object.keys(CHECKSUM_ALGORITHMS).join(','),
        'tus-max-size': this.uploads.maxBytes,
      })
      .send();
  }

  @Post()
  @Access('admin')
  create(@Req() request: AppRequest, @Res() reply: FastifyReply, @By() by: SessionUser) {
    return answer(request, reply, async () => {
      const { headers } = request;
      const length = bytesOf(headers, 'Upload-Length');
      const { raw: metadata, values } = metadataOf(headers);
      const name = cleanFileName(values.get('filename') ?? '');
      const created = await this.uploads.create(
        { owner: by.id, name, metadata, length },
        firstBytes(request),
      );
      const location = `/${PATH}/${created.id}`;
      return { status: 201, headers: { location, 'upload-offset': created.offset } };
    });
  }

  @Head(':id')
  @Access('signed-in')
  status(
    @Param('id') id: string,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
    @By() by: SessionUser,
  ) {
    return answer(request, reply, async () => {
      const { offset, length, metadata } = await this.uploads.status(id, by.id);
      const headers = { 'upload-offset': offset, 'upload-length': length };
      return {
        status: 200,
        headers: { ...headers, ...(metadata && { 'upload-metadata': metadata }) },
      };
    });
  }

  @Patch(':id')
  @Access('signed-in')
  append(
    @Param('id') id: string,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
    @By() by: SessionUser,
  ) {
    return answer(request, reply, async () => {
      if (!hasBodyType(request.headers)) throw new TusFault('upload/body-type');
      const at = bytesOf(request.headers, 'Upload-Offset');
      const { offset } = await this.uploads.append(id, by.id, at, bodyOf(request));
      return { status: 204, headers: { 'upload-offset': offset } };
    });
  }

  @Delete(':id')
  @Access('signed-in')
  end(
    @Param('id') id: string,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
    @By() by: SessionUser,
  ) {
    return answer(request, reply, async () => {
      await this.uploads.end(id, by.id);
      return { status: 204 };
    });
  }
}

/** A refused sender is heard out first, within bounds: else it might never see the answer. */
async function answer(request: AppRequest, reply: FastifyReply, work: () => Promise<Answer>) {
  try {
    requireVersion(request.headers);
    const { status, headers = {} } = await work();
    void reply.status(status).headers(headers).send();
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

const bodyOf = ({ raw, headers }: AppRequest): Body => ({
  source: raw,
  contentLength: contentLengthOf(headers),
  checksum: checksumOf(headers),
});

/** The bytes that come with the creation, if any do. @throws TusFault 415 */
function firstBytes(request: AppRequest): Body | undefined {
  const { headers } = request;
  const empty =
    contentLengthOf(headers) === 0 || (!contentLengthOf(headers) && !headers['transfer-encoding']);
  if (empty) return undefined;
  if (!hasBodyType(headers)) throw new TusFault('upload/body-type');
  return bodyOf(request);
}
