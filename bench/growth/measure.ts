import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { idOf } from '@feusa/contracts/events';
import type { EventStore, NewEvent } from '@feusa/event-log/store/port';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { openPool } from '@feusa/platform/postgres/pool';
import { testKeys, TEST_MASTER_KEY } from '@feusa/privacy/subject-keys/test-keys';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { memoryOf, type Kit } from '../kit.js';
import openProduct, { account } from '../product.driver.mjs';
import { openCounter, type Cost, type Counter } from './cost.js';
import { BIG, type Kind } from './kinds.js';

const AT_ONCE = 1000;
/** A log of millions is followed for as long as it takes. */
const PATIENCE_MS = 3 * 3600 * 1000;

/** What one size came to. */
export interface Found {
  readonly size: number;
  readonly costs: ReadonlyMap<string, Cost>;
  /** From starting the process until it answers a page, on what was projected before. */
  readonly start: Cost;
  /** MiB at rest, and after all that was asked. */
  readonly memory: { readonly rest: number; readonly worked: number };
  /** Events a second: shown for the first time, replayed by `npm run rebuild`, and hashed again. */
  readonly rates: { readonly project: number; readonly rebuild: number; readonly verify: number };
}

/** Everything of one size of one kind, in a database of its own. */
export async function measureSize(kit: Kit, kind: Kind, size: number): Promise<Found> {
  process.env['FEUSA_MASTER_KEY'] = TEST_MASTER_KEY.toString('base64');
  process.env['FEUSA_COMPARE_EVENTS'] = '0';
  const driver = openProduct(kit);
  await driver.setup();
  const events = await fill(kit.pg.url('product'), kind.fill(size));
  const counter = await openCounter(kit.pg.url('product'), () => driver.pids());
  try {
    const started = performance.now();
    await driver.start();
    await settled(kit, driver);
    const project = rateSince(started, events);
    await driver.stop();
    const start = await counter.of(1, () => driver.start());
    await settled(kit, driver);
    await sleep(3000);
    const [pid] = driver.pids();
    const rest = await memoryOf(pid!);
    const costs = await measureCosts(counter, clientOf(kit, driver));
    const worked = await memoryOf(pid!);
    const verify = await verified(kit, driver, events);
    await driver.stop();
    const rebuild = await rebuilt(kit, events);
    return { size, costs, start, memory: { rest, worked }, rates: { project, rebuild, verify } };
  } finally {
    await counter.close();
    await driver.stop().catch(() => undefined);
  }
}

export async function fill(url: string, events: Iterable<NewEvent>): Promise<number> {
  const [role] = await prepareDatabase(url);
  const pool = openPool({ url, max: 2, name: 'bench', ...(role && { role }) });
  const store = openPostgresEventStore(pool, testKeys(pool));
  let count = 0;
  const batch: NewEvent[] = [];
  for (const event of events) {
    batch.push(event);
    count++;
    if (batch.length === AT_ONCE) await append(store, batch.splice(0));
  }
  await append(store, batch);
  await pool.query('analyze');
  await pool.end();
  return count;
}

async function append(store: EventStore, events: NewEvent[]): Promise<void> {
  const added = events.filter(({ type }) => type === 'FolderAdded');
  const folders = new Map(
    added.map(({ stream, data }) => {
      const { parentId } = data as { readonly parentId: string | null };
      return [idOf(stream), { parentId, removed: false }];
    }),
  );
  // A busy machine may let a statement wait for longer than it may.
  for (let left = 5; ; left--) {
    const batch = { expected: await store.head(), events, folders, answers: [] };
    const done = await store.append(batch).catch((fault: unknown) => {
      if (left === 0) throw fault;
    });
    if (done) return;
  }
}

type Driver = ReturnType<typeof openProduct>;

const clientOf = (kit: Kit, driver: Driver) => {
  const origin = `http://127.0.0.1:${kit.port}`;
  return kit.client(origin, { connections: 4, headers: { cookie: driver.token() } });
};
type Client = ReturnType<typeof clientOf>;

/** Answers when everything shows that is in the log, in pages, in search and in the index of words. */
export async function settled(kit: Kit, driver: Driver): Promise<void> {
  const client = clientOf(kit, driver);
  const { id, position } = await client.json('POST', '/api/commands/add-folder', {
    name: 'settled',
    parentId: null,
  });
  await client.json('POST', '/api/commands/remove-folder', { id });
  const pages = [
    '/api/employees?limit=1',
    '/api/search?q=settled',
    '/api/find?q=settled',
    '/api/folders',
  ];
  for (const page of pages) {
    const asked = `${page}${page.includes('?') ? '&' : '?'}after=${String(position)}`;
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const fault = await client.raw('GET', asked).then(
        () => undefined,
        (each: unknown) => each,
      );
      if (!fault) break;
      if (performance.now() > until) throw fault;
      await sleep(50);
    }
  }
  await client.close();
}

const rateSince = (started: number, events: number) =>
  (1000 * events) / (performance.now() - started);

const MANY = 40;
const FEW = 5;

/** What people wait for, one at a time. */
async function measureCosts(counter: Counter, client: Client): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  const command = async (name: string, body: object) => {
    const { id, position } = await client.json('POST', `/api/commands/${name}`, body);
    return { id: String(id), position: String(position) };
  };
  const get = (page: string) => client.raw('GET', page);
  const add = (name: string) =>
    command('add-link?onConflict=refuse', { name, folderId: BIG, link: 'https://a.example/' });
  const measure = async (name: string, count: number, work: (at: number) => Promise<unknown>) => {
    await work(-1);
    costs.set(name, await counter.of(count, work));
  };
  await measure('append', MANY, (at) => add(`New ${at}`));
  await measure('append and show', MANY, async (at) => {
    const { id, position } = await add(`Shown ${at}`);
    await get(`/api/folder-counts?after=${position}&in=${BIG}`);
    await command('remove-link', { id });
  });
  const person = (at: number) => ({
    ...{ firstName: 'Ann', lastName: `Grown${at}`, phoneNumber: '3095550100', manager: 'Nobody' },
    ...{ email: `grown${at}.${Date.now()}@feusa.example`, role: 'Clerk' },
    ...{ location: 'Moline', department: 'Parts' },
  });
  let last = { id: '', position: '0' };
  await measure(
    'append a person',
    MANY,
    async (at) => (last = await command('add-employee', person(at))),
  );
  await get(`/api/employees?limit=1&after=${last.position}`);
  await measure('page of people', MANY, () => get('/api/employees?limit=100'));
  await measure('page after a change', MANY, async (at) => {
    const { position } = await command('add-employee', person(1000 + at));
    await get(`/api/employees?limit=100&after=${position}`);
  });
  await measure('one person', MANY, () => get(`/api/employees/${last.id}`));
  await measure('reports of one', FEW, () => get(`/api/employees/${last.id}/reports`));
  await measure('search people', MANY, (at) => get(`/api/search?q=grown${at < 0 ? 0 : at}`));
  await measure('find anything', MANY, () => get('/api/find?q=shown'));
  await measure('folder', FEW, () => get(`/api/folders/${BIG}`));
  await measure('folder after a change', FEW, async (at) => {
    const { position } = await add(`Seen ${at}`);
    await get(`/api/folders/${BIG}?after=${position}`);
  });
  await measure('whole tree after a change', 1, async (at) => {
    const { position } = await add(`Hung ${at}`);
    await get(`/api/tree?after=${position}`);
  });
  await measure('everybody after a change', 1, async (at) => {
    const { position } = await command('add-employee', person(2000 + at));
    await get(`/api/employees?after=${position}`);
  });
  await client.close();
  return costs;
}

async function verified(kit: Kit, driver: Driver, events: number): Promise<number> {
  const client = clientOf(kit, driver);
  let started = performance.now();
  const verify = () => client.raw('GET', '/api/audit/verify');
  // The tree of hashes may be behind: then there is nothing to compare with yet.
  let answer = await verify().catch(() => undefined);
  for (; !answer; answer = await verify().catch(() => undefined)) {
    await sleep(500);
    started = performance.now();
  }
  const { body } = answer;
  const rate = rateSince(started, events);
  await client.close();
  if (!body.includes('"ok":true')) throw new Error(`the log is broken: ${String(body)}`);
  return rate;
}

async function rebuilt(kit: Kit, events: number): Promise<number> {
  const script = path.join(import.meta.dirname, '../../dist/cli/rebuild.js');
  const env = {
    ...process.env,
    ...account,
    ...{ FEUSA_DATA_DIR: path.join(kit.scratch, 'product') },
    ...{ DATABASE_URL: kit.pg.url('product') },
  };
  const started = performance.now();
  await promisify(execFile)(process.execPath, [script], { env });
  return rateSince(started, events);
}
