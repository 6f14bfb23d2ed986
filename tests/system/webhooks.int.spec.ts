import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { openPool } from '@feusa/platform/postgres/pool';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@feusa/testing/wait';
import { Product } from './test-product.js';

interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly position: number;
  readonly isSigned: boolean;
  readonly data: Record<string, unknown>;
}
type Behaviour = (request: IncomingMessage, answer: ServerResponse) => void;

let product: Product;
let server: Server;
let secret = '';
let deliveries: Delivery[] = [];
let tries: string[] = [];
let behaviours: Behaviour[] = [];

beforeAll(async () => {
  product = await Product.open({ FEUSA_WEBHOOK_NETWORKS: 'loopback' });
  server = createServer((request, answer) => void take(request, answer));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await product.close();
});

async function take(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = await text(request);
  const header = (name: string) => String(request.headers[`webhook-${name}`]);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${header('id')}.${header('timestamp')}.${body}`;
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
  tries.push(header('id'));
  const behave = behaviours.shift();
  if (behave) return behave(request, answer);
  const isSigned = signature === header('signature');
  deliveries.push({ id: header('id'), type, position: Number(data['position']), isSigned, data });
  answer.writeHead(200).end();
}

async function addWebhook(body: object) {
  [deliveries, tries, behaviours] = [[], [], []];
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  const answer = (await product.done('add-webhook', { url, types: [], ...body })) as {
    id: string;
    secret: string;
  };
  ({ secret } = answer);
  expect(secret).toMatch(/^whsec_/);
  return answer;
}

const addFolder = async (name: string, parentId: string | null = null) =>
  ((await product.done('add-folder', { name, parentId })) as { id: string }).id;
const list = async () => {
  const { status, body } = await product.ask('GET', '/api/webhooks', { as: product.people.admin });
  expect(status).toBe(200);
  return body['webhooks'] as Record<string, unknown>[];
};
const deliveredNames = () => deliveries.map(({ data }) => (data['data'] as { name?: string }).name);

async function waitForLetter(words: string): Promise<void> {
  const mail = path.join(product.settings['FEUSA_DATA_DIR']!, 'mail');
  await waitUntil(async () => {
    const letters = (await readdir(mail)).map((name) => readFile(path.join(mail, name), 'utf8'));
    return (await Promise.all(letters)).some((letter) => new RegExp(words).test(letter));
  });
}

describe('webhooks', () => {
  it('are told of events in order, signed, and again until it works', async () => {
    const { id } = await addWebhook({ types: ['FolderAdded'] });
    behaviours = [
      (_, answer) => answer.writeHead(500).end(),
      (_, answer) => answer.writeHead(301, { location: '/elsewhere' }).end(),
      ({ socket }) => void socket.destroy(),
    ];
    for (const name of ['One', 'Two', 'Three']) await addFolder(name);
    await waitUntil(() => deliveries.length === 3, 60_000);
    expect(deliveredNames()).toEqual(['One', 'Two', 'Three']);
    expect(deliveries.every(({ isSigned }) => isSigned)).toBe(true);
    expect(new Set(tries.slice(0, 4)).size).toBe(1);
    expect(tries.length).toBe(6);
    await waitUntil(async () => (await list())[0]?.['state'] === 'active');
    expect((await list())[0]).toMatchObject({
      ...{ id, types: ['FolderAdded'], folderId: null, state: 'active' },
      lastFailure: { reason: expect.any(String) },
    });
    expect(JSON.stringify(await list())).not.toContain('whsec_');
    await product.done('remove-webhook', { id });
    await addFolder('Not told');
    expect(await list()).toEqual([]);
    expect(deliveries.length).toBe(3);
  });

  it('are told of what is in their folder, and goes in or out of it', async () => {
    const folder = await addFolder('Watched');
    const { id } = await addWebhook({ folderId: folder });
    await addFolder('Elsewhere');
    const inner = await addFolder('Inside', folder);
    const deep = await addFolder('Deep', inner);
    await product.done('move-folder', { id: deep, parentId: null });
    await addFolder('Elsewhere too');
    await waitUntil(() => deliveries.length >= 3);
    expect(deliveries.map(({ type }) => type)).toEqual([
      'FolderAdded',
      'FolderAdded',
      'FolderMoved',
    ]);
    await product.done('remove-webhook', { id });
  });

  it('go on where they stopped after a restart, and after they were removed and restored', async () => {
    const { id } = await addWebhook({ types: ['FolderAdded'] });
    await product.restart();
    await addFolder('After');
    await waitUntil(() => deliveries.length === 1);
    await product.done('remove-webhook', { id });
    await addFolder('Meanwhile');
    await product.done('restore-webhook', { id });
    await waitUntil(() => deliveries.length === 2);
    expect(deliveredNames()).toEqual(['After', 'Meanwhile']);
    await product.done('remove-webhook', { id });
  });

  it('are paused after a day of failures, with a letter, and go on where they stopped', async () => {
    const { id } = await addWebhook({ types: ['FolderAdded'] });
    const failing: Behaviour = (_, answer) => answer.writeHead(503).end();
    behaviours = Array.from({ length: 50 }, () => failing);
    await addFolder('Held up');
    await waitUntil(async () => (await list())[0]?.['state'] === 'failing');
    const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
    const aDayAgo = `update webhooks.state set next_try_at = null,
      failing_since = now() - interval '24 hours 1 minute' where id = $1 and paused_at is null`;
    await waitUntil(async () => {
      await pool.query(aDayAgo, [id]);
      return (await list())[0]?.['state'] === 'paused';
    });
    await pool.end();
    expect((await list())[0]).toMatchObject({ nextTryAt: null });
    expect((await list())[0]?.['lastFailure']).toMatchObject({ reason: 'Answered with 503' });
    await waitForLetter('For a day nothing could be delivered');
    behaviours = [];
    await addFolder('After the pause');
    await product.done('remove-webhook', { id });
    await product.done('restore-webhook', { id });
    await waitUntil(() => deliveries.length === 2);
    expect(deliveredNames()).toEqual(['Held up', 'After the pause']);
    await product.done('remove-webhook', { id });
  });

  it('are not held up by a try that was put off while the clock was ahead', async () => {
    const { id } = await addWebhook({ types: ['FolderAdded'] });
    behaviours = [(_, answer) => answer.writeHead(503).end()];
    await addFolder('Put off');
    await waitUntil(async () => (await list())[0]?.['state'] === 'failing');
    const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
    const ahead = `update webhooks.state set next_try_at = now() + interval '2 days' where id = $1`;
    await pool.query(ahead, [id]);
    await pool.end();
    await waitUntil(() => deliveries.length === 1);
    expect(deliveredNames()).toEqual(['Put off']);
    await product.done('remove-webhook', { id });
  });

  it('are paused at once where they are said to be gone, with a letter', async () => {
    const { id } = await addWebhook({ types: ['FolderAdded'] });
    behaviours = [(_, answer) => answer.writeHead(410).end()];
    await addFolder('Said to nobody');
    await waitUntil(async () => (await list())[0]?.['state'] === 'paused');
    expect((await list())[0]).toMatchObject({ nextTryAt: null });
    await waitForLetter('127.0.0.1:.+ says that this webhook is gone');
    expect(tries.length).toBe(1);
    await product.done('remove-webhook', { id });
    await product.done('restore-webhook', { id });
    await waitUntil(() => deliveries.length === 1);
    await product.done('remove-webhook', { id });
  });

  it('give the same answer with the same key, and refuse what they do not understand', async () => {
    const { admin } = product.people;
    const headers = { 'idempotency-key': '6f1f6f0e-6f4f-4f0e-9b0e-6f1f6f0e6f4f' };
    const body = { url: 'https://shop.example/hook', types: ['FileAdded'] };
    const add = () =>
      product.ask('POST', '/api/commands/add-webhook', { as: admin, body, headers });
    const [first, second] = [await add(), await add()];
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    for (const wrong of [
      { url: 'ftp://shop.example', types: [] },
      { url: 'https://user:secret@shop.example', types: [] },
      { ...body, types: ['NoSuchType'] },
      { url: body.url },
      { ...body, other: 1 },
    ]) {
      const answer = await product.ask('POST', '/api/commands/add-webhook', {
        as: admin,
        body: wrong,
      });
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
    await product.done('remove-webhook', { id: first.body['id'] });
  });
});
