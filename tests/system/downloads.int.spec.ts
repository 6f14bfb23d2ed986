import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { downloadBounds } from '@feusa/contracts/bounds';
import { poll } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusAndCode } from './test-calls.js';
import { Product } from './test-product.js';

const AT_ONCE = downloadBounds.atOnce.value;

let product: Product;
let archive: string;
let folderId: string;
beforeAll(async () => {
  product = await Product.open();
  ({ id: folderId } = await product.done('add-folder', { name: 'Large', parentId: null }));
  const uploadId = await product.upload(randomBytes(60_000_000), 'large.bin');
  await product.done('add-file', { folderId, uploadId });
  archive = `/api/folders/${folderId}/archive`;
});
afterAll(() => product.close());

const begin = () =>
  new Promise<http.IncomingMessage>((settle) => {
    const options = { headers: { cookie: product.people.admin.cookie }, agent: false };
    http.get(product.address + archive, options, (answer) => settle(answer.pause()));
  });
const get = async (address: string, as = product.people.admin) =>
  statusAndCode(await product.get(address, as));
const head = async () => (await product.ask('HEAD', archive, { as: product.people.admin })).status;

describe('downloads that are under way', () => {
  const none = randomUUID();
  const others = [
    '/api/employees/export?format=csv',
    '/api/audit/export',
    '/api/audit/bundle',
    '/api/access-log?format=csv',
    `/api/files/${none}/acknowledgements/${none}/receipt`,
  ];

  it('are a few of each user, of all kinds together, until they are ended', async () => {
    const readers = await Promise.all(Array.from({ length: AT_ONCE }, begin));
    for (const address of [archive, ...others])
      expect([address, await get(address)]).toEqual([address, '429 download/too-many']);
    const selection = { as: product.people.admin, body: { ids: [folderId] } };
    expect(statusAndCode(await product.ask('POST', '/api/archive', selection))).toBe(
      '429 download/too-many',
    );
    expect(await get('/api/access-log')).toBe('200');
    expect(await get('/api/employees/export?format=csv', product.people.auditor)).toBe('200');
    for (const reader of readers) reader.destroy();
    await poll(head).toBe(200);
    for (const address of others.slice(0, -1)) expect(await get(address)).toBe('200');
    for (let asked = 0; asked <= AT_ONCE; asked++)
      expect(await get(others.at(-1)!)).toMatch(/^404 /);
  });

  it('are a few, too, where one connection asks for hundreds at once', async () => {
    const { host, hostname, port } = new URL(product.address);
    const { cookie } = product.people.admin;
    const ask = `GET ${archive} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(ask.repeat(300));
    await once(socket, 'readable');
    expect(await get(archive)).toBe('429 download/too-many');
    expect(await get('/api/employees', product.people.basic)).toBe('200');
    socket.destroy();
    await poll(head).toBe(200);
  });
});
