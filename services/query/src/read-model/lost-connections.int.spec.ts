import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { openHeldProxy, type HeldProxy } from '@feusa/testing/held-proxy';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { ReadDatabase } from './database.js';

const MOST = 8;

let fresh: FreshDatabase;
let proxy: HeldProxy;
let read: ReadDatabase;
let other: pg.Client;
const uncaught: unknown[] = [];
const remember = (fault: unknown) => void uncaught.push(fault);

beforeAll(async () => {
  fresh = await freshDatabase();
  proxy = await openHeldProxy(fresh.url);
  read = await ReadDatabase.open(proxy.url);
  other = new pg.Client(fresh.url);
  await other.connect();
  process.on('uncaughtException', remember);
});
afterAll(async () => {
  process.off('uncaughtException', remember);
  await read.close();
  await proxy.close();
  await other.end();
  await fresh.drop();
});

const many = <T>(ask: () => Promise<T>) => Array.from({ length: MOST }, ask);
const prepared = (text: string) => many(() => read.prepared(text, text, []));
const plain = () => many(() => read.source.query('select 1 as one'));

const ANSWERED = `from pg_stat_activity
  where datname = current_database() and state = 'idle' and query = 'select 2'`;
const answered = async () => (await other.query(`select ${ANSWERED}`)).rowCount;

it('connections that end with the answer that somebody waited for harm nobody else', async () => {
  await Promise.all(prepared('select 1'));
  proxy.hold();
  const [first, next] = [prepared('select 2'), plain()].map((each) => Promise.allSettled(each));
  await poll(answered).toBe(MOST);
  await other.query(`select pg_terminate_backend(pid) ${ANSWERED}`);
  await poll(answered).toBe(0);
  proxy.release();
  expect(new Set((await first)!.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  await next;
  // Whoever meets a connection before its end was noticed throws it away.
  await poll(() => read.source.query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(uncaught).toEqual([]);
});
