import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openPool } from '@feusa/platform/postgres/pool';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { openReservations } from './reservations.js';
import type { Reservations } from './port.js';

const MOST = { uploads: 3, bytes: 100 };
const used = new Set<string>();
let database: FreshDatabase;
let pools: pg.Pool[];
/** Of two services beside each other. */
let services: Reservations[];
let one: Reservations;

beforeAll(async () => {
  database = await freshDatabase();
  const [role] = await prepareDatabase(database.url);
  const open = (name: string) =>
    openPool({ url: database.url, max: 4, name, ...(role && { role }) });
  pools = [open('one'), open('two')];
  const isReferenced = (asked: readonly string[]) =>
    Promise.resolve(new Set(asked.filter((blob) => used.has(blob))));
  services = pools.map((pool) => openReservations(pool, isReferenced));
  one = services[0]!;
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const reserve = (owner: string, bytes: number, id: string = randomUUID(), by = one) =>
  by.reserve({ id, owner, bytes }, MOST);

it('promises no more than the share, however many ask at once and wherever', async () => {
  const asked = Array.from({ length: 20 }, (_, n) =>
    reserve('many', 1, randomUUID(), services[n % 2]),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(MOST.uploads);
  expect(answers.filter((answer) => answer === 'too-many')).toHaveLength(20 - MOST.uploads);
});

it('counts the bytes of each owner apart', async () => {
  expect(await reserve('ann', 90)).toHaveProperty('promised');
  expect(await reserve('ann', 11)).toBe('too-large');
  expect(await reserve('ann', 10)).toHaveProperty('promised');
  expect(await reserve('bob', 100)).toHaveProperty('promised');
});

it('counts a finished upload until something uses it', async () => {
  const blob = 'a'.repeat(64);
  const id = randomUUID();
  await reserve('eve', 100, id);
  await one.finished(id, blob);
  expect(await reserve('eve', 1)).toBe('too-large');
  used.add(blob);
  expect(await reserve('eve', 1)).toHaveProperty('promised');
});

it('keeps few of those that something uses, however many come, and counts the others', async () => {
  const most = { uploads: 3, bytes: 1000 };
  const upload = async (blob: string, isUsed: boolean) => {
    const id = randomUUID();
    expect(await one.reserve({ id, owner: 'ali', bytes: 1 }, most)).toHaveProperty('promised');
    await one.finished(id, blob);
    if (isUsed) used.add(blob);
  };
  for (let n = 0; n < 400; n++) await upload(n.toString(16).padStart(64, '0'), n % 20 > 0);
  const kept = await pools[0]!.query(`select from uploads.reservations where owner = 'ali'`);
  expect(kept.rowCount).toBeLessThan(400 / 4);
  expect(await reserve('ali', 100)).toBe('too-large');
  expect(await reserve('ali', 80)).toHaveProperty('promised');
});

it('has room again once all that filled the share is used, however many that are', async () => {
  const most = { uploads: 3, bytes: 64 };
  const owner = 'zoe';
  for (let n = 0; n < 64; n++) {
    const [id, blob] = [randomUUID(), `f${n.toString(16).padStart(63, '0')}`];
    await one.reserve({ id, owner, bytes: 1 }, most);
    await one.finished(id, blob);
    used.add(blob);
  }
  expect(await one.reserve({ id: randomUUID(), owner, bytes: 1 }, most)).toHaveProperty('promised');
});

it('gives back what is released, and what a sweep finds nothing of', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await reserve('sam', 50, first);
  await reserve('sam', 50, second);
  await one.release(first);
  expect(await reserve('sam', 50, first)).toHaveProperty('promised');
  await one.keep([{ id: first, blob: undefined }], Date.now() - 60_000);
  expect(await reserve('sam', 1)).toBe('too-large');
  await one.keep([{ id: first, blob: undefined }], Date.now() + 60_000);
  expect((await one.unfinished()).map(({ id }) => id)).toEqual([first]);
});

it('says what is promised to all whose uploads are not finished, the new one among them', async () => {
  const before = (await one.unfinished()).reduce((sum, { bytes }) => sum + bytes, 0);
  const [first, second] = [randomUUID(), randomUUID()];
  expect(await reserve('pat', 30, first)).toEqual({ promised: before + 30 });
  expect(await reserve('kay', 20, second, services[1])).toEqual({ promised: before + 50 });
  await one.finished(first, 'c'.repeat(64));
  expect(await reserve('pat', 5)).toEqual({ promised: before + 25 });
});

it('learns from a sweep that an upload is finished', async () => {
  const id = randomUUID();
  await reserve('kim', 50, id);
  await one.keep([{ id, blob: 'b'.repeat(64) }], 0);
  expect((await one.unfinished()).map((each) => each.id)).not.toContain(id);
});
