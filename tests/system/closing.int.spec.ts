import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { upload } from '@feusa/tools/backup/test-company';
import { Product } from './test-product.js';

/** More than the buffers between the product and a caller hold. */
const MANY_BYTES = 32 * 2 ** 20;

let reader: Socket | undefined;
afterEach(() => void reader?.destroy());

it('ends although somebody has stopped reading an answer', async () => {
  const product = await Product.open({}, false);
  const { id: folderId } = await product.done('add-folder', { name: 'Films', parentId: null });
  const uploadId = await upload(product, randomBytes(MANY_BYTES), 'film.bin');
  const { id } = await product.done('add-file', { folderId, uploadId });
  const { hostname, port, host } = new URL(product.address);
  reader = connect(Number(port), hostname);
  reader.on('error', () => undefined);
  const { cookie = '' } = product.people.admin;
  reader.write(`GET /files/${id} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`);
  await once(reader, 'readable');
  expect(String(reader.read(12))).toBe('HTTP/1.1 200');
  await product.close();
});

it('ends although a screen has gone away without a word', async () => {
  const product = await Product.open({}, false);
  const { hostname, port, host } = new URL(product.address);
  reader = connect(Number(port), hostname);
  reader.on('error', () => undefined);
  const { cookie = '' } = product.people.admin;
  const head = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    ...[`host: ${host}`, `cookie: ${cookie}`, 'connection: upgrade', 'upgrade: websocket'],
    ...['sec-websocket-version: 13', `sec-websocket-key: ${randomBytes(16).toString('base64')}`],
  ];
  reader.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(reader, 'readable');
  expect(String(reader.read(12))).toBe('HTTP/1.1 101');
  // It hears nothing of what it is told from now on.
  reader.pause();
  const ended = product.close().then(() => 'ended');
  expect(await Promise.race([ended, sleep(15_000, 'still open')])).toBe('ended');
  await ended;
});
