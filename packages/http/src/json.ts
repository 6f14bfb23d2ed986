import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { compressReady, encodingOf, WORTH_COMPRESSING } from './compression.js';

const NOTHING = Buffer.alloc(0);

/** Bytes that are kept, and what is put behind them for one answer. */
export type ReadyJson = readonly [ready: Buffer, tail?: Buffer];

interface JsonHead {
  /** Names and values in turn, as Node writes them without another look. */
  readonly headers: readonly string[];
  /** What the caller takes, by `Accept-Encoding`. */
  readonly accepted: string | string[] | undefined;
}

const OF_JSON = ['content-type', 'application/json; charset=utf-8', 'vary', 'accept-encoding'];

/** Answers 200 with ready bytes as JSON, without another copy; the first part is compressed once, where that is wanted. */
export function endWithJson(
  response: ServerResponse,
  [ready, tail]: ReadyJson,
  { headers, accepted }: JsonHead,
): void {
  const encoding = ready.length < WORTH_COMPRESSING ? undefined : encodingOf(accepted);
  const end = (bytes: readonly Buffer[]) => {
    const length = bytes.reduce((sum, part) => sum + part.length, 0);
    const own = encoding ? [...OF_JSON, 'content-encoding', encoding] : OF_JSON;
    response.writeHead(200, [...headers, ...own, 'content-length', String(length)]);
    response.cork();
    for (const part of bytes.slice(0, -1)) response.write(part);
    response.end(bytes.at(-1));
    response.uncork();
  };
  if (!encoding) return end(tail ? [ready, tail] : [ready]);
  compressReady(ready, tail ?? NOTHING, encoding).then(end, (fault: Error) =>
    response.destroy(fault),
  );
}

/** Sends ready bytes by a reply of Fastify, with the headers that were set on it. */
export const sendJson = (reply: FastifyReply, parts: ReadyJson): void =>
  endWithJson(reply.hijack().raw, parts, {
    headers: Object.entries(reply.getHeaders()).flat() as string[],
    accepted: reply.request.headers['accept-encoding'],
  });
