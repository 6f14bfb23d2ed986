import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';

class BodyFault extends Error {
  constructor(readonly statusCode: 400 | 415) {
    super('The body cannot be read');
  }
}

/** JSON is the only thing that is read: plain, in UTF-8, and saying everything once. */
export function takeJsonOnly(fastify: FastifyInstance): void {
  const readJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const fault = faultOf(request, body);
      if (fault) return done(fault);
      const text = body.toString('utf8');
      void readJson(request, text, (error, value) => {
        if (error) return done(error);
        if (membersIn(text) !== keysIn(value)) return done(new BodyFault(400));
        done(null, value);
      });
    },
  );
}

function faultOf({ headers }: FastifyRequest, body: Buffer): BodyFault | undefined {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return new BodyFault(415);
  return isUtf8(body) ? undefined : new BodyFault(400);
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/** How many members the objects of a valid JSON text are written with. */
function membersIn(text: string): number {
  let members = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === BACKSLASH) index++;
    else if (character === QUOTE) inString = !inString;
    else if (character === COLON && !inString) members++;
  }
  return members;
}

/** How many are left once it is parsed: fewer, where a name came twice. */
function keysIn(value: unknown): number {
  let keys = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object') continue;
    const items = Object.values(next);
    if (!Array.isArray(next)) keys += items.length;
    for (const item of items) open.push(item);
  }
  return keys;
}
