import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveUploadsTime } from './body-times.js';

let fastify: FastifyInstance;
let port: number;
beforeAll(async () => {
  fastify = Fastify({ requestTimeout: 500 });
  giveUploadsTime(fastify, fastify.server, '/api/uploads');
  fastify.addContentTypeParser('text/x', (_request, payload, done) => done(null, payload));
  fastify.post('/api/uploads', async ({ raw }) => (await raw.toArray()).join(''));
  fastify.post('/api/other', async ({ raw }) => (await raw.toArray()).join(''));
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (fastify.server.address() as AddressInfo).port;
});
afterAll(() => fastify.close());

/** Sends a body in two halves, `delay` ms apart; the status, or undefined where it was cut off. */
const sendSlowly = (path: string, delay: number) =>
  new Promise<number | undefined>((settle) => {
    const headers = { 'content-type': 'text/x', 'content-length': 4 };
    const request = http.request({ port, path, method: 'POST', headers, agent: false });
    request.on('error', () => settle(undefined));
    request.on('response', (response) => settle(response.resume().statusCode));
    request.write('ab');
    setTimeout(() => request.end('cd'), delay);
  });

it('an upload may take longer than any other body, ten minutes at most', async () => {
  expect(fastify.server.requestTimeout).toBe(600_000);
  expect(await sendSlowly('/api/uploads', 1000)).toBe(200);
  expect(await sendSlowly('/api/other', 1000)).toBeUndefined();
  expect(await sendSlowly('/api/other', 20)).toBe(200);
});
