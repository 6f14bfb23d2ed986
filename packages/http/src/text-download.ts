import { pipeline, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { compressor, encodingOf } from './compression.js';

interface Download {
  /** Of ASCII. */
  readonly name: string;
  readonly mediaType: string;
}

/** Sends text to be saved, piece by piece, compressed for who accepts it. */
export function sendText(
  reply: FastifyReply,
  { name, mediaType }: Download,
  pieces: AsyncIterable<string>,
): void {
  void reply.headers({
    'content-type': `${mediaType}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    vary: 'accept-encoding',
  });
  const text = Readable.from(pieces);
  const encoding = encodingOf(reply.request.headers['accept-encoding']);
  if (!encoding) return void reply.send(text);
  // Whoever reads the last stream is told of a fault in the first one.
  const compressed = pipeline(text, compressor(encoding), () => undefined);
  void reply.header('content-encoding', encoding).send(compressed);
}
