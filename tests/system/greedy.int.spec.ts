import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { Product } from './test-product.js';

let product: Product;
const sockets: Socket[] = [];
beforeAll(async () => void (product = await Product.open()));
afterAll(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await product.close();
});

/** Asks for so many exports over one connection, without waiting for any. `told` gets each status. */
function ask(count: number, told: Set<string>): void {
  const { hostname, port } = new URL(product.address);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    for (const [status] of String(data).matchAll(/HTTP\/1\.1 \d+/g)) told.add(status);
  });
  const head = `Host: ${hostname}:${port}\r\nCookie: ${product.people.auditor.cookie}`;
  socket.write(`GET /api/audit/export HTTP/1.1\r\n${head}\r\n\r\n`.repeat(count));
}

it('of thousands of exports of one user some wait and others are refused, while others are answered', async () => {
  const told = new Set<string>();
  for (let count = 0; count < 100; count++) ask(50, told);
  const seen: number[] = [];
  for (let count = 0; count < 5; count++) {
    const name = `Meanwhile ${count}`;
    seen.push((await product.command('add-folder', { name, parentId: null })).status);
    seen.push((await product.get('/api/errors', product.people.admin)).status);
  }
  expect(seen).toEqual(seen.map(() => 200));
  await poll(() => [...told].sort()).toEqual(['HTTP/1.1 200', 'HTTP/1.1 429']);
});
