import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FindPage } from '@feusa/contracts/find';
import { folderTopic, type Change, type Topic } from '@feusa/contracts/live';
import { openEngine, type Engine } from '@feusa/engines';
import { waitFor } from '@feusa/testing/wait';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { everybody, insiders, openCompany, type Company } from './test-hidden.js';
import { canariesIn } from './test-hidden-calls.js';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

/** Of several tries the best: a busy machine makes some of them late, a timer in the way all of them. */
const AT_ONCE_MS = 2000;
const WITHOUT_REDIS_MS = 30_000;
const TRIES = 5;
let dir: string;
let redis: Engine;
let product: Product;
let company: Company;
/** An administrator who is made a basic user, and one again. */
let fallen: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-hidden-'));
  redis = await openEngine('redis', { dir });
  product = await Product.open({ ...redis.env }, true);
  company = await openCompany(product);
  fallen = await product.newPerson('admin', 'fallen@feusa.example');
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await product.close();
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

interface Heard {
  readonly at: number;
  readonly text: string;
}

/** What a tab at a replica is told of a topic, and when. */
async function tab(replica: string, as: Person, topic: Topic): Promise<Heard[]> {
  const socket = product.connect(as, {}, replica);
  sockets.push(socket);
  const heard: Heard[] = [];
  const hear = (message: object) =>
    heard.push({ at: performance.now(), text: JSON.stringify(message) });
  socket.on('change', (change: Change) => hear(change));
  socket.on('resync', ({ topic: resync }: { topic: Topic }) => hear({ resync }));
  expect(await socket.emitWithAck('watch', { topics: [topic] })).toHaveProperty('position');
  return heard;
}

/** Tabs of somebody at each replica, above what is restricted and in it. */
async function tabs(as: Person) {
  const { open, pay } = company;
  const at = (id: string) =>
    Promise.all(product.replicas.map((each) => tab(each, as, folderTopic(id))));
  return { above: await at(open), below: await at(pay) };
}

const restricted = () => {
  const { group, people, pay } = company;
  return { id: pay, access: { read: [group, people.person.id], manage: [people.manager.id] } };
};
const inGroup = (userIds: readonly string[]) =>
  product.done('set-group-members', { id: company.group, userIds });

/** Each begins where the person may read it, and ends where they may not. */
const ends: Record<
  string,
  readonly [of: 'none' | 'group', begin: () => unknown, end: () => unknown]
> = {
  'a change of access': [
    'none',
    () => product.done('set-folder-access', { id: company.pay, access: null }),
    () => product.command('set-folder-access', restricted()),
  ],
  'a change of the members of a group': [
    'group',
    () => inGroup([company.people.group.id]),
    () => product.command('set-group-members', { id: company.group, userIds: [] }),
  ],
};

let number = 0;

/** How long until all tabs know, ms; what is put into the folder just after it is told to none of them. */
async function delayOf(kind: string): Promise<number> {
  const [of, begin, end] = ends[kind]!;
  const { open, pay, people } = company;
  await begin();
  const { above, below } = await tabs(people[of]);
  await end();
  const since = performance.now();
  await product.command('add-folder', { name: `Malachite ${++number}`, parentId: pay });
  await product.command('add-folder', { name: `Plain ${number}`, parentId: open });
  const when = (heard: readonly Heard[], what: string) => {
    const found = heard.find(({ at, text }) => at >= since - AT_ONCE_MS && text.includes(what));
    if (!found) throw new Error(`Nobody was told of ${what}.`);
    return found.at - since;
  };
  const delays = await waitFor(() => {
    for (const heard of above) when(heard, `Plain ${number}`);
    const gone = above.map((heard) => when(heard, `"op":"remove","id":"${pay}"`));
    return [...gone, ...below.map((heard) => when(heard, 'resync'))];
  }, WITHOUT_REDIS_MS);
  for (const heard of [...above, ...below])
    expect(canariesIn(heard.map(({ text }) => text).join())).toEqual([]);
  return Math.max(...delays);
}

/** An administrator, and known as one by both query services. */
async function promote() {
  await product.done('set-user-role', { userId: fallen.id, role: 'admin' });
  const headers = { cookie: fallen.cookie ?? '' };
  for (const replica of product.replicas)
    await waitFor(async () => {
      const { status } = await fetch(`${replica}/api/folders/${company.pay}`, { headers });
      expect(status).toBe(200);
    }, WITHOUT_REDIS_MS);
}

/** How long until all tabs of an administrator know that they are none any more, ms; nothing is told after that. */
async function delayOfDemotion(): Promise<number> {
  const { open, pay } = company;
  await promote();
  const { above, below } = await tabs(fallen);
  const all = [...above, ...below];
  const since = performance.now();
  await product.command('set-user-role', { userId: fallen.id, role: 'basic' });
  const waits = await waitFor(() => {
    const last = all.map((heard) => heard.findLast(({ text }) => text.includes('resync')));
    if (!last.every((each) => each !== undefined)) throw new Error('Not all are told.');
    return last.map(({ at }) => at - since);
  }, WITHOUT_REDIS_MS);
  const headers = { cookie: fallen.cookie ?? '' };
  for (const replica of product.replicas)
    expect((await fetch(`${replica}/api/folders/${pay}`, { headers })).status).toBe(404);
  all.forEach((heard) => heard.splice(0));
  await product.command('add-folder', { name: `Malachite ${++number}`, parentId: pay });
  await product.command('add-folder', { name: `Plain ${number}`, parentId: open });
  await waitFor(() => {
    for (const heard of above) expect(JSON.stringify(heard)).toContain(`Plain ${number}`);
  }, WITHOUT_REDIS_MS);
  expect(canariesIn(JSON.stringify(all))).toEqual([]);
  return Math.max(...waits);
}

const delays: Record<string, () => Promise<number>> = {
  'a change of role': delayOfDemotion,
  ...Object.fromEntries(Object.keys(ends).map((kind) => [kind, () => delayOf(kind)])),
};

describe('screens at two query services', () => {
  it.each(Object.keys(delays))('follow %s at once', async (kind) => {
    let best = Infinity;
    for (let n = 0; n < TRIES; n++) best = Math.min(best, await delays[kind]!());
    expect(best).toBeLessThan(AT_ONCE_MS);
  });

  it.each(Object.keys(delays))('follow %s within 30 s while Redis is away', async (kind) => {
    await redis.kill('SIGKILL');
    try {
      expect(await delays[kind]!()).toBeLessThan(WITHOUT_REDIS_MS);
    } finally {
      await redis.start();
    }
  });
});

/** What they find is indexed by then. */
const insidersFirst = [...everybody].sort(
  (one, other) => Number(insiders.includes(other)) - Number(insiders.includes(one)),
);

it.each(['quartzite', 'zanzibarite', 'mala', 'feldspar'])(
  'who may not read it does not find %s at any of them',
  async (word) => {
    await product.done('set-folder-access', restricted());
    await inGroup([company.people.group.id]);
    for (const who of insidersFirst)
      for (const replica of product.replicas) {
        const headers = { cookie: company.people[who].cookie ?? '' };
        const isInside = insiders.includes(who);
        // What is found comes a moment later.
        await waitFor(async () => {
          const response = await fetch(`${replica}/api/find?q=${word}`, { headers });
          expect(response.status).toBe(200);
          const page = (await response.json()) as FindPage;
          expect([who, page.hits.length > 0]).toEqual([who, isInside]);
          const { folder, file, link } = page.counts;
          expect([who, folder + file + link > 0]).toEqual([who, isInside]);
          if (!isInside) expect(canariesIn(JSON.stringify(page))).toEqual([]);
        });
      }
  },
);
