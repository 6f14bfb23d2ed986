import { compressReady, encodingOf, WORTH_COMPRESSING } from '@feusa/http/compression';
import type { FastifyReply } from 'fastify';

const NOTHING = Buffer.alloc(0);

/** Bytes that are kept, and what is put behind them for one answer. */
export type ReadyJson = readonly [ready: Buffer, tail?: Buffer];

/** An object as bytes without its last brace, so that a position can be put behind it. */
export const openObject = (value: object): Buffer =>
  Buffer.from(JSON.stringify(value).slice(0, -1));

/** Sends ready bytes as JSON without another copy; the first part is compressed once, where that is wanted. */
export function sendJson(reply: FastifyReply, parts: ReadyJson): void {
  const [ready, tail = NOTHING] = parts;
  const encoding =
    ready.length < WORTH_COMPRESSING
      ? undefined
      : encodingOf(reply.request.headers['accept-encoding']);
  const { raw } = reply.hijack();
  const send = (bytes: readonly Buffer[]) => {
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      ...(encoding && { 'content-encoding': encoding }),
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.reduce((sum, part) => sum + part.length, 0),
      vary: 'accept-encoding',
    });
    raw.cork();
    for (const part of bytes) raw.write(part);
    raw.end();
    raw.uncork();
  };
  if (!encoding) return send([ready, tail]);
  compressReady(ready, tail, encoding).then(send, (fault: Error) => raw.destroy(fault));
}

/** `openObject` bytes, closed with the position that they are good for. */
export const withPosition = (open: Buffer, position: number): ReadyJson => [
  open,
  Buffer.from(`,"position":"${position}"}`),
];
