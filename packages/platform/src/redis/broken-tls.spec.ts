import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTls } from 'node:tls';
import { makeAuthority } from '@feusa/testing/certificates';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { openRedis } from './connect.js';

/** A fatal alert of TLS: what was sent could not be read. */
const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 50]);

let dir: string;
let otherCa: string;
let behind: Server;
let server: Server;
let asked = 0;

const listening = (each: Server) =>
  new Promise<Server>((done) => each.listen(0, '127.0.0.1', () => done(each)));
const portOf = (each: Server) => (each.address() as AddressInfo).port;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-tls-'));
  const [ours, other] = await Promise.all(
    ['ours', 'other'].map((name) => makeAuthority(dir, name)),
  );
  otherCa = await readFile(other!.ca, 'utf8');
  const { cert, key } = await ours!.issue('server', 'IP:127.0.0.1');
  const tls = createTls({ cert: await readFile(cert), key: await readFile(key) });
  tls.on('tlsClientError', () => undefined);
  behind = await listening(tls);
  server = await listening(
    createServer((socket) => {
      asked++;
      const inner = connect(portOf(behind), '127.0.0.1');
      inner.once('data', (piece) => socket.write(Buffer.concat([piece, ALERT])));
      socket.pipe(inner);
      for (const end of [socket, inner]) end.on('error', () => undefined);
      socket.on('close', () => inner.destroy());
    }),
  );
});
afterAll(async () => {
  for (const each of [server, behind]) each.close();
  await rm(dir, { recursive: true, force: true });
});

it('two faults of one connection do not end the process', async () => {
  const uncaught: unknown[] = [];
  process.setUncaughtExceptionCaptureCallback((fault) => uncaught.push(fault));
  const address = { url: `rediss://127.0.0.1:${portOf(server)}`, ca: otherCa };
  const redis = await openRedis(address, pino({ level: 'silent' }));
  try {
    await poll(() => asked).toBeGreaterThan(5);
    expect(redis.state()).not.toBe('ok');
  } finally {
    redis.close();
    process.setUncaughtExceptionCaptureCallback(null);
  }
  expect(uncaught).toEqual([]);
});
