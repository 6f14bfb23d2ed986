import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Program } from '@feusa/cluster/program';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openClient, type Client } from './client.js';
import { preparedData } from './prepared.js';
import { killAll, spawnProduct, type Product, type temporaryData } from './product.js';

let data: Awaited<ReturnType<typeof temporaryData>>;
let product: Product;
let client: Client;
let address: string;
const running: Product[] = [];
beforeAll(async () => {
  data = await preparedData();
  address = await start(data.dir);
  client = await openClient(address);
});
afterAll(async () => {
  for (const each of running.splice(0)) killAll(each.processes());
  await data.remove();
});

async function start(dir: string): Promise<string> {
  product = spawnProduct(dir);
  running.push(product);
  return product.ready();
}

/** The built tool, beside the running product. */
const tool = (name: 'backup' | 'restore', ...args: string[]) =>
  new Program([`dist/cli/${name}.js`, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, FEUSA_DATA_DIR: data.dir },
  });

const beside = (name: string) => path.join(data.dir, '..', name);
const keysOf = (dir: string) => ['--keys', `${dir}.keys`];

async function fill(): Promise<string> {
  const { id } = await client.command('add-folder', { name: 'Manuals', parentId: null });
  for (const size of [10, 2_000_000, 30_000_000])
    await client.addFile(id, `${size}.bin`, randomBytes(size));
  return id;
}

async function get(from: string, cookie: string, url: string): Promise<string> {
  const ask = () => fetch(from + url, { headers: { cookie } });
  let answer = await ask();
  // What has just been started may still be updating.
  for (let tries = 0; answer.status === 503 && tries < 10; tries++) {
    await sleep(200);
    answer = await ask();
  }
  return `${url} ${answer.status} ${Buffer.from(await answer.arrayBuffer()).toString('base64')}`;
}

it('a backup that is killed is none, wherever it was', async () => {
  await fill();
  for (const [round, delay] of [0, 20, 60, 120].entries()) {
    const dir = beside(`killed-${round}`);
    const killed = tool('backup', dir, ...keysOf(dir), '--plain-keys');
    while (!existsSync(`${dir}.partial`) && !existsSync(dir) && !killed.isOver) await sleep(1);
    await sleep(delay);
    await killed.end('SIGKILL');
    const { code, text } = await tool('backup', '--verify', dir, ...keysOf(dir)).ended;
    // It was there as a whole, or it is not there at all.
    const verdict = existsSync(dir) ? /The backup is whole/ : /There is no whole backup/;
    expect(text).toMatch(verdict);
    expect(code).toBe(existsSync(dir) ? 0 : 1);
  }
});

it('a product goes on from its backup, in a new data directory', async () => {
  const folder = await fill();
  const dir = beside('backup');
  let [writing, written] = [true, 0];
  const writer = (async () => {
    for (; writing; written++)
      await client.command('add-folder', { name: `F ${written}`, parentId: folder });
  })();
  const identity = beside('identity');
  const made = await tool('backup', '--new-identity', identity).ended;
  const [recipient = ''] = /age1\w+/.exec(made.text) ?? [];
  const keys = [...keysOf(dir), '--identity', identity];
  const backup = await tool('backup', dir, ...keysOf(dir), '--recipient', recipient).ended;
  writing = false;
  await writer;
  expect(backup).toMatchObject({ code: 0 });
  const position = /up to event (\d+)\./.exec(backup.text)?.[1];
  expect(Number(position)).toBeGreaterThan(0);

  const drill = await tool('restore', dir, ...keys, '--drill').ended;
  expect(drill).toMatchObject({ code: 0 });
  expect(drill.text).toContain(`Restored and proved, up to event ${position}.`);
  const into = beside('restored');
  const restored = await tool('restore', dir, ...keys, '--no-erasures', '--into', into).ended;
  expect(restored).toMatchObject({ code: 0 });

  const there = await start(into);
  const { cookie } = await openClient(there);
  for (const place of ['/api/tree', '/api/folders', `/api/folders/${folder}`, '/api/employees']) {
    const url = `${place}?at=${position}`;
    expect(await get(there, cookie, url)).toBe(await get(address, client.cookie, url));
  }
  const again = await tool('restore', dir, ...keys, '--no-erasures', '--into', into).ended;
  expect(again).toMatchObject({ code: 1 });
});
