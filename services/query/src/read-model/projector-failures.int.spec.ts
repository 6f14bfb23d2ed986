import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReadDatabase } from './database.js';
import { Projector, type Projected } from './projector.js';
import { tableOf } from './rows.js';
import { allRows, aLongLog, replayed, sourceOf } from './test-rows.js';

let fresh: FreshDatabase;
let database: ReadDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await ReadDatabase.open(fresh.url);
});
beforeEach(() => database.create());
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

describe('where a write fails', () => {
  const log = aLongLog;
  const [half, rest] = [log.slice(0, 20), log.slice(20)];
  let published: Projected[];
  let projector: Projector;
  beforeEach(async () => {
    published = [];
    projector = new Projector(
      database,
      sourceOf(log),
      (changes) => void published.push(...changes),
    );
    await projector.handle(half);
  });
  const standing = async () => [
    await allRows(database),
    await database.checkpoint(),
    published.length,
  ];

  it('moves neither rows nor checkpoint and tells nobody, then goes on', async () => {
    const before = await standing();
    for (const table of ['docs', 'checkpoints']) {
      await database.source.query(
        `create function read.fail() returns trigger language plpgsql as
           $$ begin raise exception 'disk full'; end $$;
         create trigger fail before insert or update on read.${table} for each row execute function read.fail()`,
      );
      await expect(projector.handle(rest)).rejects.toThrow('disk full');
      expect(await standing()).toEqual(before);
      await database.source.query('drop function read.fail() cascade');
    }
    await projector.handle(rest);
    expect(await allRows(database)).toEqual(replayed(log));
    expect(await database.checkpoint()).toBe(log.length);
  });

  it('moves neither where the database has forgotten what it had', async () => {
    const before = await standing();
    await database.source.query('update read.checkpoints set position = 3');
    await expect(projector.handle(rest)).rejects.toThrow('forgotten');
    expect(await allRows(database)).toEqual(before[0]);
    expect(await database.checkpoint()).toBe(3);
    expect(published).toHaveLength(before[2] as number);
  });
});

it('tells again what nobody could hear, before anything newer', async () => {
  const log = aLongLog;
  const published: number[] = [];
  let deaf = true;
  const projector = new Projector(database, sourceOf(log), (changes) => {
    if (deaf) throw new Error('nobody could hear');
    published.push(...changes.map(({ event }) => event.position));
  });
  await expect(projector.handle(log.slice(0, 10))).rejects.toThrow('nobody could hear');
  await expect(projector.checkpoint()).rejects.toThrow('nobody could hear');
  deaf = false;
  expect(await projector.checkpoint()).toBe(10);
  await projector.handle(log.slice(10));
  const shown = log.filter(({ stream }) => tableOf(stream) !== undefined);
  expect(published).toEqual(shown.map(({ position }) => position));
});
