import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@feusa/contracts/live';
import { openEngine, type Engine } from '@feusa/engines';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Product, type Person } from './test-product.js';

let dir: string;
let redis: Engine;
let product: Product;
const sockets: Socket[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-replicas-'));
  redis = await openEngine('redis', { dir });
  product = await Product.open({ ...redis.env }, true);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await product.close();
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

  it('are cut on both within 2 s of the end of their session', async () => {
    const leaver = await product.newPerson('basic', 'leaver@feusa.example');
    const both = [await browser(0, undefined, leaver), await browser(1, undefined, leaver)];
    const since = Date.now();
    await product.command('remove-user', { id: leaver.id });
    const times = await Promise.all(both.map(({ cut }) => cut));
    for (const at of times) expect(at - since).toBeLessThan(2000);
    const addresses = product.replicas.map((replica) => `${replica}/api/tree`);
    for (const address of addresses) {
      const { status } = await fetch(address, { headers: { cookie: leaver.cookie ?? '' } });
      expect(status).toBe(401);
    }
  });
});
