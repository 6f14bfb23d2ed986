import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '@feusa/profiles/config';
import { openAcceptance } from '@feusa/profiles/acceptance';
import { openWitness } from '@feusa/profiles/witness';
import { openSigner } from '@feusa/transparency/signer';
import type { Change } from '@feusa/contracts/live';
import { openEngine, type Engine } from '@feusa/engines';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { OpenIdProvider } from '@feusa/testing/openid-provider';
import { serve } from '@feusa/tools/witness/serve-witness';
import type { Body, Person } from './test-calls.js';
import { PAGE } from './test-passkeys.js';
import { Product } from './test-product.js';
import { webhooksApart } from './test-webhooks-apart.js';
import { atTwoCommands } from './test-two-commands.js';

const ORIGIN = 'feusa.example/log';
let dir: string;
let redis: Engine;
let witness: Server;
let provider: OpenIdProvider;
let product: Product;
const sockets: Socket[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-replicas-'));
  redis = await openEngine('redis', { dir });
  provider = await OpenIdProvider.open();
  const settings = {
    ...{ ...redis.env, ...provider.settings, ...(await checkpointSettings()) },
    ...{ FEUSA_PUBLIC_URL: PAGE, FEUSA_WEBHOOK_NETWORKS: 'loopback' },
  };
  product = await Product.open(settings, true, 2);
});

/** Checkpoints go to a directory and to a witness, by a key that the witness knows. */
async function checkpointSettings(): Promise<NodeJS.ProcessEnv> {
  const data = path.join(dir, 'product');
  const { key } = await openSigner(data, ORIGIN);
  const opened = await openWitness({ dir: path.join(dir, 'w'), logs: [key], name: 'w.example' });
  witness = createServer((request, response) => void serve(opened.witness, request, response));
  await new Promise<void>((listening) => witness.listen(0, '127.0.0.1', listening));
  const { port } = witness.address() as AddressInfo;
  return {
    FEUSA_DATA_DIR: data,
    FEUSA_CHECKPOINT_ORIGIN: ORIGIN,
    FEUSA_CHECKPOINT_SECONDS: '1',
    FEUSA_CHECKPOINT_DIR: path.join(dir, 'kept'),
    FEUSA_WITNESSES: `http://127.0.0.1:${port} ${opened.witness.key}`,
  };
}
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await product.close();
  await provider.close();
  witness.close();
  witness.closeAllConnections();
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Somebody's browser at one replica, from a position on; what it has seen of the root. */
async function browser(replica: number, after?: string, as: Person = product.people.basic) {
  const socket = product.connect(as, {}, product.replicas[replica]);
  sockets.push(socket);
  const seen: Change[] = [];
  let resyncs = 0;
  socket.on('change', (change: Change) => seen.push(change));
  socket.on('resync', () => resyncs++);
  const cut = new Promise<number>((resolve) => socket.on('disconnect', () => resolve(Date.now())));
  await socket.emitWithAck('watch', { topics: ['folder:root'], ...(after && { after }) });
  const positions = () => seen.map(({ position }) => position);
  return { socket, seen, positions, resyncs: () => resyncs, cut };
}

const until = async (done: () => boolean) => {
  for (let tries = 0; !done() && tries < 1000; tries++) await sleep(10);
};

/** Adds folders one after the other without waiting for queries; answers with their positions. */
async function addFolders(count: number): Promise<string[]> {
  const positions: string[] = [];
  for (let index = 0; index < count; index++) {
    const { body } = await product.command('add-folder', { name: `F ${index}`, parentId: null });
    positions.push(String(body['position']));
  }
  return positions;
}

describe('browsers at two replicas', () => {
  it('are told every change once, in order', async () => {
    const both = [await browser(0), await browser(1)];
    const added = await addFolders(40);
    await until(() => both.every(({ seen }) => seen.length >= 40));
    await sleep(200);
    expect(both.map(({ positions }) => positions())).toEqual([added, added]);
  });

  it('also while Redis is away, and after it came back empty', async () => {
    const both = [await browser(0), await browser(1)];
    await redis.kill('SIGKILL');
    const without = await addFolders(10);
    await redis.wipe();
    await redis.start();
    const added = [...without, ...(await addFolders(10))];
    await until(() => both.every(({ seen }) => seen.length >= 20));
    await sleep(200);
    expect(both.map(({ positions }) => positions())).toEqual([added, added]);
  });

  it('move to the other replica with their cursor, and miss nothing', async () => {
    const first = await browser(0);
    const before = await addFolders(5);
    await until(() => first.seen.length >= 5);
    first.socket.close();
    const missed = await addFolders(5);
    const second = await browser(1, before.at(-1));
    const after = await addFolders(5);
    await until(() => second.seen.length >= 10);
    await sleep(200);
    expect([first.positions(), second.positions()]).toEqual([before, [...missed, ...after]]);
    expect(second.resyncs()).toBe(0);
  });

  it('are cut on both because the end of their session is told', async () => {
    const leaver = await product.newPerson('basic', 'leaver@feusa.example');
    const both = [await browser(0, undefined, leaver), await browser(1, undefined, leaver)];
    const since = Date.now();
    await product.command('remove-user', { id: leaver.id });
    const times = await Promise.all(both.map(({ cut }) => cut));
    // Sockets are looked after every 15 s where nothing was told.
    for (const at of times) expect(at - since).toBeLessThan(10_000);
    const addresses = product.replicas.map((replica) => `${replica}/api/tree`);
    for (const address of addresses) {
      const { status } = await fetch(address, { headers: { cookie: leaver.cookie ?? '' } });
      expect(status).toBe(401);
    }
  });
});

webhooksApart(() => product);
atTwoCommands(
  () => product,
  () => provider,
);

describe('services apart whose log is not the known one', () => {
  const kept = () => path.join(dir, 'kept/checkpoint');
  const size = async () => Number((await readFile(kept(), 'utf8')).split('\n')[1]);
  const auditor = (address: string) =>
    fetch(address, { headers: { cookie: product.people.auditor.cookie ?? '' } });
  const add = () => product.command('add-folder', { name: 'Anew', parentId: null });

  it('write on where all of them have asked one witness at once', async () => {
    await addFolders(3);
    await product.restart();
    expect(await add()).toMatchObject({ status: 200 });
    const { position } = await product.store.head();
    await poll(size, { timeout: 20_000 }).toBe(position);
  });

  it('refuse commands, sign nothing, and answer queries, until one signature for all', async () => {
    const { FEUSA_DATA_DIR: data = '', DATABASE_URL: url = '' } = product.settings;
    const signer = await openSigner(data, ORIGIN);
    const { position } = await product.store.head();
    const longer = signer.sign({ size: position + 100, root: Buffer.alloc(32, 7) });
    await product.restart(() => writeFile(kept(), longer));

    expect(await add()).toMatchObject({ status: 503, body: { code: 'log/read-only' } });
    for (const replica of product.replicas) {
      expect((await auditor(`${replica}/api/tree`)).status).toBe(200);
      expect((await auditor(`${replica}/api/audit/events?limit=3`)).status).toBe(200);
      const refused = await auditor(`${replica}/api/audit/checkpoint`);
      expect(await refused.json()).toMatchObject({ code: 'audit/contradiction' });
      const health = (await (await fetch(`${replica}/health/ready`)).json()) as Body;
      expect(health).toMatchObject({ degraded: expect.arrayContaining(['log']) });
    }
    expect((await product.store.head()).position).toBe(position);
    expect(await readFile(kept(), 'utf8')).toBe(longer);

    const acceptance = await openAcceptance(readConfig(product.settings), url);
    const { contradictions: abandons } = await acceptance.examine();
    expect(abandons[0]?.reason).toContain(`shorter than checkpoint ${position + 100}`);
    await acceptance.accept({ by: 'Ada', reason: 'a test', abandons });
    await acceptance.close();
    await poll(async () => (await add()).status, { timeout: 10_000 }).toBe(200);
    for (const replica of product.replicas) {
      const answers = async () => (await auditor(`${replica}/api/audit/checkpoint`)).status;
      await poll(answers, { timeout: 10_000 }).toBe(200);
    }
    const { position: now } = await product.store.head();
    await poll(size, { timeout: 20_000 }).toBe(now);
  });
});
