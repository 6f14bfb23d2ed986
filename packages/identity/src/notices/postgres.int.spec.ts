import { noticeBounds } from '@feusa/contracts/notice-bounds';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { openTestDatabase, type TestDatabase } from '../sessions/test-database.js';
import type { Notices } from './port.js';
import { openNotices } from './postgres.js';

let database: TestDatabase;
/** Two processes. */
let one: Notices;
let other: Notices;
beforeAll(async () => {
  database = await openTestDatabase();
  one = openNotices(database);
  other = openNotices(database);
});
afterAll(() => database.close());

let userId: string;
beforeEach(async () => {
  userId = await database.addAccount(`${crypto.randomUUID()}@feusa.example`);
});

const age = async (table: string, column: string, ms: number) => {
  await database.pool.query(
    `update auth.${table} set ${column} = ${column} - $2 * interval '1 ms' where user_id = $1`,
    [userId, ms],
  );
};

it('a browser is new once, for each account, and again after a long time', async () => {
  expect(await one.isNewDevice(userId, 'browser')).toBe(true);
  expect(await other.isNewDevice(userId, 'browser')).toBe(false);
  const another = await database.addAccount(`${crypto.randomUUID()}@feusa.example`);
  expect(await one.isNewDevice(another, 'browser')).toBe(true);
  await age('devices', 'seen_at', noticeBounds.deviceLife.value);
  expect(await one.isNewDevice(userId, 'browser')).toBe(true);
  expect(await one.isNewDevice(crypto.randomUUID(), 'browser')).toBe(false);
});

it('so many browsers are known: that seen longest ago is new again', async () => {
  const all = Array.from({ length: noticeBounds.devices.value + 1 }, (_, n) => `browser ${n}`);
  for (const browser of all) expect(await one.isNewDevice(userId, browser)).toBe(true);
  expect(await one.isNewDevice(userId, all[1]!)).toBe(false);
  expect(await one.isNewDevice(userId, all[0]!)).toBe(true);
  const { rowCount } = await database.pool.query(
    'select from auth.devices where user_id = $1 and position($2::bytea in device_hash) > 0',
    [userId, Buffer.from('browser')],
  );
  expect(rowCount).toBe(0);
});

it('the newest notices of each kind are kept', async () => {
  const { value: most } = noticeBounds.kept;
  await one.add(userId, { kind: 'role-changed', role: 'auditor' });
  for (let n = 0; n < most + 2; n++)
    await [one, other][n % 2]!.add(userId, { kind: 'new-device', device: `Browser ${n}` });
  const found = await other.of(userId);
  expect(found.map(({ device }) => device)).toEqual([
    ...['Browser 6', 'Browser 5', 'Browser 4', 'Browser 3', 'Browser 2', ''],
  ]);
  expect(found.at(-1)).toMatchObject({ kind: 'role-changed', role: 'auditor', address: '' });
});

it('a lock-out is told once while it lasts', async () => {
  const add = (by: Notices) => by.add(userId, { kind: 'locked-out', address: '10.0.0.1' });
  expect(await add(one)).toMatchObject({ kind: 'locked-out', address: '10.0.0.1' });
  expect(await add(other)).toBeUndefined();
  expect(await other.add(userId, { kind: 'factor-locked' })).toBeDefined();
  await age('notices', 'at', noticeBounds.locked.value);
  expect(await add(other)).toBeDefined();
});

it('go with time, and with their account', async () => {
  await one.add(userId, { kind: 'password-changed' });
  await age('notices', 'at', noticeBounds.life.value);
  expect(await one.of(userId)).toEqual([]);
  await one.sweep();
  await one.isNewDevice(userId, 'browser');
  await one.add(userId, { kind: 'password-changed' });
  await database.pool.query('delete from log.accounts where id = $1', [userId]);
  expect(await one.of(userId)).toEqual([]);
  expect(await one.add(userId, { kind: 'password-changed' })).toBeUndefined();
});
