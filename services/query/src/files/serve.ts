import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { refuse } from '@feusa/contracts/refusals';
import { MissingBlob, type Blobs, type ByteRange } from '@feusa/files/blobs/port';
import { takeOver } from '@feusa/http/fair-share';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged, mayResume } from './conditions.js';
import { disposition } from './disposition.js';
import type { ServedFile } from './lookup.js';
import { rangeOf } from './range.js';

/** The viewer for PDF opens in it as well; browsers lay an image out with styles of their own. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

interface ServedRequest {
  readonly file: ServedFile;
  /** To be shown in the browser, for types that are safe there only. */
  readonly inline: boolean;
  /** For what a page of this product may show inside itself, and by which rules. */
  readonly framed?: string;
}

interface FileResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly range?: ByteRange;
}

/** Answers a request for a file, straight from the store to the socket. @throws Refusal 416; MissingBlob */
export async function serve(
  blobs: Blobs,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: ServedRequest,
): Promise<void> {
  const { blob } = wanted.file;
  const size = wanted.file.size ?? (await sizeOf(blobs, blob));
  const answer = answerTo(request, wanted, size);
  if (answer === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`);
    return refuse('file/no-such-range');
  }
  const { status, headers, range } = answer;
  let raw: ServerResponse | undefined;
  const begin = () => {
    const common = reply.getHeaders() as OutgoingHttpHeaders;
    raw = takeOver(reply);
    return raw.writeHead(status, { ...common, ...headers });
  };
  if (!range || request.method === 'HEAD') {
    await sizeOf(blobs, blob);
    return void begin().end();
  }
  try {
    if (await blobs.pipe(blob, begin, range)) raw?.end();
  } catch (fault) {
    raw?.destroy();
    throw fault;
  }
}

/** @throws MissingBlob */
async function sizeOf(blobs: Blobs, blob: string): Promise<number> {
  const size = await blobs.size(blob);
  if (size === undefined) throw new MissingBlob(blob);
  return size;
}

function answerTo(
  { headers: asked }: FastifyRequest,
  wanted: ServedRequest,
  size: number,
): FileResponse | 'unsatisfiable' {
  const headers = headersOf(wanted);
  if (isUnchanged(asked['if-none-match'], headers.etag)) return { status: 304, headers };
  const part = mayResume(asked['if-range'], headers.etag) ? rangeOf(asked.range, size) : undefined;
  if (part === 'unsatisfiable') return part;
  const range = part ?? { start: 0, end: size - 1 };
  const full = { ...headers, ...contentHeaders(wanted), 'content-length': lengthOf(range) };
  if (!part) return { status: 200, headers: full, range };
  const place = { 'content-range': `bytes ${range.start}-${range.end}/${size}` };
  return { status: 206, headers: { ...full, ...place }, range };
}

const lengthOf = ({ start, end }: ByteRange) => end + 1 - start;

const contentHeaders = ({ file, inline }: ServedRequest) => ({
  'content-type': file.mediaType,
  'content-disposition': disposition(file.name, inline),
});

const headersOf = ({ file, framed }: ServedRequest) => ({
  etag: `"${file.blob}"`,
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  'content-security-policy': framed ?? SANDBOX,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  ...(framed !== undefined && { 'x-frame-options': 'SAMEORIGIN' }),
});
