import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { sendProblem } from './problem.js';
import { sendText } from './text-download.js';

const download = { name: 'people.csv', mediaType: 'text/csv' };
let fastify: FastifyInstance;
let address: string;
/** Whether the answer has begun to come. */
let hasBegun = false;

async function* breakingOff(isDue: () => boolean) {
  for (; !isDue(); await setImmediate()) yield randomBytes(50_000).toString('hex');
  throw new Error('the database is gone');
}

beforeAll(async () => {
  fastify = Fastify();
  fastify.setErrorHandler((_fault, { id }, reply) => sendProblem(reply, id, 500));
  fastify.get('/at-once', (_request, reply) =>
    sendText(
      reply,
      download,
      breakingOff(() => true),
    ),
  );
  fastify.get('/later', (_request, reply) =>
    sendText(
      reply,
      download,
      breakingOff(() => hasBegun),
    ),
  );
  address = await fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => fastify.close());

describe.each(['identity', 'gzip', 'br'])('by %s', (encoding) => {
  const take = (path: string) =>
    fetch(address + path, { headers: { 'accept-encoding': encoding } });

  it('a fault is no end of the text', async () => {
    hasBegun = false;
    const answer = await take('/later');
    hasBegun = true;
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('a fault at once is a problem', async () => {
    const answer = await take('/at-once');
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ status: 500 });
  });
});
