import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { sendProblem } from './problem.js';
import { sendText } from './text-download.js';

const fastify = Fastify();
fastify.setErrorHandler((_fault, { id }, reply) => sendProblem(reply, id, 500));
let address: string;
beforeAll(async () => {
  for (const [path, pieces] of [
    ['/at-once', []],
    ['/later', [randomBytes(200_000).toString('hex')]],
  ] as const)
    fastify.get(path, (_request, reply) =>
      sendText(reply, { name: 'people.csv', mediaType: 'text/csv' }, breakingOff(pieces)),
    );
  address = await fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => fastify.close());

async function* breakingOff(pieces: readonly string[]) {
  for (const piece of pieces) yield await Promise.resolve(piece);
  throw new Error('the database is gone');
}

describe.each(['identity', 'gzip', 'br'])('by %s', (encoding) => {
  const take = (path: string) =>
    fetch(address + path, { headers: { 'accept-encoding': encoding } });

  it('a fault is no end of the text', () =>
    expect(take('/later').then((answer) => answer.text())).rejects.toThrow());

  it('a fault at once is a problem', async () => {
    const answer = await take('/at-once');
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ status: 500 });
  });
});
