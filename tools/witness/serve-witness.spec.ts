import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Witnessing } from '@feusa/transparency/witness/port';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serve } from './serve-witness.js';

const bodies: string[] = [];
const witness: Witnessing = {
  key: 'w+00000000+AA',
  add(body) {
    bodies.push(body);
    return Promise.resolve({ status: 409, type: 'text/x.tlog.size', text: '7\n' });
  },
};
let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer((request, response) => void serve(witness, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const post = (body: string) => fetch(`${address}/add-checkpoint`, { method: 'POST', body });

it('hands on what the witness answers', async () => {
  const answer = await post('old 0\n');
  expect(bodies).toEqual(['old 0\n']);
  expect(answer.headers.get('content-type')).toBe('text/x.tlog.size');
  expect({ status: answer.status, text: await answer.text() }).toEqual({
    status: 409,
    text: '7\n',
  });
});

it('tells its key, and nothing at other addresses', async () => {
  expect(await (await fetch(`${address}/key`)).text()).toBe('w+00000000+AA\n');
  for (const path of ['/', '/add-checkpoint', '/key/']) {
    expect((await fetch(address + path)).status).toBe(404);
  }
});

it.each([70_000, 2_000_000])('says of %i bytes that they are too many', async (length) => {
  bodies.splice(0);
  const answer = await post('x'.repeat(length));
  expect(answer.status).toBe(413);
  expect(bodies).toEqual([]);
});
