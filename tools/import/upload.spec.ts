import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Connection, Refused, SourceFault } from './connection.js';
import { Interrupted } from './retry.js';
import { upload, type Source } from './upload.js';

const MB = 1024 * 1024;
let server: Server;
let connection: Connection;
let requests: string[];
let received: Buffer;
/** Each request takes the next one of these away: what goes wrong with it. */
let faults: (((response: ServerResponse, request: IncomingMessage) => void) | undefined)[];

beforeEach(async () => {
  [requests, faults, received] = [[], [], Buffer.alloc(0)];
  server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  connection.close();
  server.closeAllConnections();
  server.close();
});

/** The least of tus: one upload, its bytes in memory. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers } = request;
  requests.push(method === 'PATCH' ? `PATCH ${String(headers['upload-offset'])}` : `${method}`);
  const fault = faults.shift();
  if (fault) return fault(response, request);
  const bytes = await buffer(request);
  if (method === 'POST') received = bytes;
  if (method === 'PATCH') received = Buffer.concat([received, bytes]);
  const status = method === 'POST' ? 201 : method === 'HEAD' ? 200 : 204;
  response.writeHead(status, {
    location: '/api/uploads/the-id',
    'upload-offset': String(received.length),
  });
  response.end();
}

const source = (bytes: Buffer): Source => ({
  name: 'a.bin',
  size: bytes.length,
  all: () => Promise.resolve(bytes),
  read: (start, end) => Readable.from([bytes.subarray(start, end)], { objectMode: false }),
});
const answer =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('{"detail":"so","code":"x"}');
const cut = (response: ServerResponse) => void response.destroy();
/** Takes half a megabyte of what comes, keeps it and breaks the connection. */
const cutAfterSome = (response: ServerResponse, request: IncomingMessage) => {
  let taken = Buffer.alloc(0);
  request.on('data', (chunk: Buffer) => {
    taken = Buffer.concat([taken, chunk]);
    if (taken.length < MB / 2 || response.destroyed) return;
    received = Buffer.concat([received, taken]);
    response.destroy();
  });
};

describe('sending a file', () => {
  it('takes one request where it is small', async () => {
    const bytes = randomBytes(1000);
    expect(await upload(connection, source(bytes))).toBe('the-id');
    expect(requests).toEqual(['POST']);
    expect(received.equals(bytes)).toBe(true);
  });

  it('goes in pieces where it is large', async () => {
    const bytes = randomBytes(9 * MB);
    await upload(connection, source(bytes));
    expect(requests).toEqual(['POST', 'PATCH 0', `PATCH ${8 * MB}`]);
    expect(received.equals(bytes)).toBe(true);
  });

  it('goes on after a broken connection with what the server has', async () => {
    const bytes = randomBytes(3 * MB);
    faults = [undefined, cutAfterSome];
    await upload(connection, source(bytes));
    expect(requests.slice(0, 3)).toEqual(['POST', 'PATCH 0', 'HEAD']);
    expect(requests[3]).not.toBe('PATCH 0');
    expect(received.equals(bytes)).toBe(true);
  });

  it.each([
    ['the server is busy', answer(503)],
    ['there are too many requests', answer(429, { 'retry-after': '1' })],
    ['the connection breaks', cut],
    ['another request still holds the upload', answer(423)],
    ['it stands at another offset', answer(409)],
  ])('tries again where %s', async (_name, fault) => {
    const bytes = randomBytes(2 * MB);
    faults = [undefined, fault];
    await upload(connection, source(bytes));
    expect(requests).toEqual(['POST', 'PATCH 0', 'HEAD', 'PATCH 0']);
    expect(received.equals(bytes)).toBe(true);
  });

  it('takes a no for a no', async () => {
    faults = [answer(415)];
    await expect(upload(connection, source(randomBytes(10)))).rejects.toThrow(Refused);
    faults = [undefined, answer(413)];
    await expect(upload(connection, source(randomBytes(2 * MB)))).rejects.toThrow(Refused);
    expect(requests).toEqual(['POST', 'POST', 'PATCH 0']);
  });

  it('tells a fault of the file from one of the connection', async () => {
    const broken = { ...source(randomBytes(2 * MB)), read: () => failing() };
    await expect(upload(connection, broken)).rejects.toThrow(SourceFault);
  });
});

const failing = () => {
  const stream = new Readable({ read() {} });
  setImmediate(() => stream.destroy(new SourceFault('changed')));
  return stream;
};

it('gives up when its patience is over, with the address and the reason', async () => {
  faults = [cut, cut, cut, cut, cut, cut];
  const asked = connection.ask({ method: 'GET', path: '/' }, 500);
  await expect(asked).rejects.toThrow(Interrupted);
  await expect(asked).rejects.toThrow(/^No answer from http:.* \(ECONNRESET\)$/);
});

it('waits as long as the server asks for', async () => {
  faults = [answer(429, { 'retry-after': '1' })];
  const start = performance.now();
  await connection.ask({ method: 'GET', path: '/' });
  expect(performance.now() - start).toBeGreaterThan(990);
});
