import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';

class BodyFault extends Error {
  constructor(readonly statusCode: 400 | 415) {
    super('The body cannot be read');
  }
}

/** What is read of a body. */
export type JsonRead = { readonly value: unknown } | { readonly fault: Error };

/**
 * JSON is the only thing that is read: plain, in UTF-8, and saying everything once.
 * @returns what reads a body
 */
export function takeJsonOnly(fastify: FastifyInstance): (body: Buffer) => JsonRead {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  const read = (body: Buffer): JsonRead => {
    if (!isUtf8(body)) return { fault: new BodyFault(400) };
    const text = body.toString('utf8');
    let outcome: JsonRead | undefined;
    void parse(undefined as never, text, (fault, value) => {
      if (fault) outcome = { fault };
      else if (membersIn(text) === keysIn(value)) outcome = { value };
    });
    return outcome ?? { fault: new BodyFault(400) };
  };
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    ({ headers }, body, done) => {
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding.toLowerCase() !== 'identity') return done(new BodyFault(415));
      // Programs name the type with every request, those that have no body among them.
      if (body.length === 0) return done(null, undefined);
      const outcome = read(body);
      if ('fault' in outcome) done(outcome.fault);
      else done(null, outcome.value);
    },
  );
  return read;
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
