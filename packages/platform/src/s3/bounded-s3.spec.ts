import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openBucket, type Bucket } from './bucket.js';

const WORK_MS = 200;
const MANY = 18;
/** Less than what a server may take that answers others. */
const SLOW_MS = 8000;

let server: Server;
let bucket: Bucket;
/** Requests for objects, which are answered one after the other. */
let waiting: ServerResponse[];
let isFrozen: boolean;
let working: NodeJS.Timeout;
beforeEach(async () => {
  [waiting, isFrozen] = [[], false];
  server = createServer(({ method }, answer) => {
    if (method === 'HEAD') answer.end();
    else waiting.push(answer);
  });
  working = setInterval(() => void (isFrozen || waiting.shift()?.end('bytes')), WORK_MS);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const log = { info: () => undefined, warn: () => undefined };
  const keys = { accessKey: 'a', secretKey: 'b' };
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bucket = await openBucket({ endpoint, ...keys, bucket: 'b', region: 'us-east-1', log });
});
afterEach(() => {
  clearInterval(working);
  bucket.close();
  server.closeAllConnections();
  server.close();
});
const read = async (key: string) => (await bucket.read(key)).toString();

it('waits in turn for a server that answers others meanwhile', async () => {
  const reads = Array.from({ length: MANY }, (_, key) => read(`${key}`));
  expect(await Promise.all(reads)).toEqual(reads.map(() => 'bytes'));
  expect(bucket.server.state()).toBe('ok');
});

it('does not wait for one that answers nobody any more', async () => {
  const reads = Array.from({ length: MANY }, (_, key) => read(`${key}`));
  const ends = Promise.allSettled(reads);
  await Promise.race(reads);
  isFrozen = true;
  const begun = performance.now();
  const statuses = (await ends).map(({ status }) => status);
  expect(performance.now() - begun).toBeLessThan(SLOW_MS);
  expect(statuses.filter((each) => each === 'fulfilled').length).toBeLessThan(MANY / 2);
  expect(bucket.server.state()).toBe('away');
});
