import { randomUUID } from 'node:crypto';
import { StaleWrite } from '@feusa/files/uploads/staging-port';
import { Refusal } from '@feusa/contracts/refusals';
import { ERRORS, Server } from '@tus/server';
import { Exchange, type UploadRequest } from './exchange.js';
import { badHeader, TusFault } from './tus-fault.js';
import {
  BODY_TYPE,
  CHECKSUM_ALGORITHMS,
  metadataIn,
  PATH,
  textOf,
  TUS_VERSION,
} from './tus-headers.js';
import type { TusUploads } from './tus-uploads.js';

/** What the library is told of a request, so that no other header changes what it does. */
const READ: Readonly<Record<string, readonly string[]>> = {
  POST: ['upload-length', 'upload-defer-length', 'upload-metadata'],
  PATCH: ['upload-offset'],
};

/** What its answers are to tell; what it says to pages of other origins stays here. */
const PASSED_ON =
  /^(cache-control|location|tus-(extension|max-size|version)|upload-(length|offset))$/;

export interface TusResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers a request by tus 1.0. Each has a server object of its own, which costs microseconds: so the
 * store behind it knows who asks.
 * @throws TusFault; Refusal
 */
export async function speakTus(uploads: TusUploads, asked: UploadRequest): Promise<TusResponse> {
  const exchange = new Exchange(uploads, asked);
  let fault: unknown;
  const server = new Server({
    path: PATH,
    relativeLocation: true,
    datastore: exchange,
    locker: exchange.locker,
    maxSize: uploads.maxBytes,
    allowedOrigins: [],
    namingFunction: () => randomUUID(),
    getFileIdFromRequest: () => asked.id,
    onIncomingRequest: () => (asked.method === 'POST' ? Promise.resolve() : exchange.find()),
    onUploadCreate: async (_request, upload) => {
      await exchange.admit(upload);
      return {};
    },
    onResponseError: (_request, error) => void (fault = error),
  });
  const response = await server.handleWeb(requestOf(asked));
  if (fault) await exchange.undo();
  if (fault) throw meaningOf(fault, uploads.maxBytes);
  if (!response.ok) throw headerFault(await response.text());
  return { status: response.status, headers: headersOf(asked, response, exchange) };
}

function requestOf({ method, id, headers, body }: UploadRequest): Request {
  const sent = new Headers({ 'tus-resumable': TUS_VERSION });
  for (const name of READ[method] ?? []) {
    const value = name === 'upload-metadata' ? metadataIn(headers) : textOf(headers, name);
    if (value) sent.set(name, value);
  }
  if (body) sent.set('content-type', BODY_TYPE);
  if (body?.contentLength !== undefined) sent.set('content-length', String(body.contentLength));
  return new Request(`http://localhost${PATH}/${encodeURIComponent(id)}`, {
    method,
    headers: sent,
  });
}

function headersOf({ method }: UploadRequest, { headers }: Response, { metadata }: Exchange) {
  const own = {
    POST: { 'upload-offset': '0' },
    HEAD: metadata && { 'upload-metadata': metadata },
    OPTIONS: { 'tus-checksum-algorithm': Object.keys(CHECKSUM_ALGORITHMS).join(',') },
  }[method];
  const passedOn = [...headers].filter(([name]) => PASSED_ON.test(name));
  return { ...(own || {}), ...Object.fromEntries(passedOn) };
}

/** What the library says by its own errors, in the words of this product. */
const meanings = new Map<unknown, (maxBytes: number) => Error>([
  [ERRORS.FILE_NOT_FOUND, () => new Refusal('upload/not-found')],
  [ERRORS.INVALID_OFFSET, () => new TusFault('upload/offset-conflict')],
  [ERRORS.MISSING_OFFSET, () => badHeader('Upload-Offset')],
  [ERRORS.INVALID_LENGTH, () => badHeader('Upload-Length')],
  [ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION, () => badHeader('Upload-Length')],
  [ERRORS.ERR_SIZE_EXCEEDED, () => new Refusal('upload/too-large')],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED, (maxBytes) => new Refusal('upload/too-large', { maxBytes })],
]);

function meaningOf(fault: unknown, maxBytes: number): unknown {
  if (fault instanceof StaleWrite) return new TusFault('upload/locked');
  return meanings.get(fault)?.(maxBytes) ?? fault;
}

/** `Invalid upload-length upload-metadata`: the first that cannot be read. */
function headerFault(text: string): TusFault {
  const [, name = 'request'] = text.trim().split(' ');
  return badHeader(name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()));
}
