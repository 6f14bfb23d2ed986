import { openTail } from '@feusa/event-log/subscription/subscription';
import type { StoredEvent } from '@feusa/contracts/events';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ReadDatabase } from './database.js';
import { Projector } from './projector.js';

let fresh: FreshDatabase;
let database: ReadDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = await ReadDatabase.open(fresh.url);
  await database.prepare();
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

const folder = (position: number): StoredEvent => ({
  position,
  id: crypto.randomUUID(),
  stream: `folder-00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
  version: 1,
  schemaVersion: 1,
  at: '2026-11-21T00:00:00.000Z',
  actor: 'system',
  commandId: crypto.randomUUID(),
  correlationId: 'test',
  type: 'FolderAdded',
  data: { name: `Folder ${position}`, parentId: null },
});

/** As a database does that crashes before its last asynchronous commits reach the disk. */
const forgetAfter = async (position: number) => {
  await database.source.query(`delete from read.folders where name > 'Folder ${position}'`);
  await database.source.query('update read.checkpoints set position = $1', [position]);
};
const names = async () => (await database.where('folders', 'true')).map(({ name }) => name).sort();
const until = async (done: () => Promise<boolean>) => {
  for (let tries = 0; !(await done()) && tries < 2000; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

it('rows that a crashed database forgot come back from the log', async () => {
  const log: StoredEvent[] = [1, 2, 3].map(folder);
  const store = {
    read: async (after: number, limit: number) => log.slice(after, after + limit),
    readStreams: async () => [],
  };
  const tail = openTail(store, { error: () => {} });
  await tail.subscribe(new Projector(database, store));
  await until(async () => (await database.checkpoint()) === 3);
  await forgetAfter(1);
  log.push(folder(4));
  tail.publish([log[3]!]);
  await until(async () => (await names()).length === 4);
  expect(await names()).toEqual(['Folder 1', 'Folder 2', 'Folder 3', 'Folder 4']);
  expect(await database.checkpoint()).toBe(4);
  await tail.close();
});

it('also where nothing is written afterwards', async () => {
  const log: StoredEvent[] = [1, 2, 3].map(folder);
  const store = {
    read: async (after: number, limit: number) => log.slice(after, after + limit),
    readStreams: async () => [],
  };
  const tail = openTail(store, { error: () => {} });
  await tail.subscribe(new Projector(database, store));
  await until(async () => (await database.checkpoint()) === 3);
  await forgetAfter(1);
  await until(async () => (await names()).length === 3);
  expect(await names()).toEqual(['Folder 1', 'Folder 2', 'Folder 3']);
  await tail.close();
});
