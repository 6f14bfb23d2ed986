import type { StoredEvent } from '@feusa/contracts/events';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ReadDatabase } from './database.js';
import { Projector } from './projector.js';
import { tableOf } from './rows.js';
import { history, picks } from './test-history.js';
import { allRows, replayed, sourceOf } from './test-rows.js';

let fresh: FreshDatabase;
let database: ReadDatabase;
let second: ReadDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  [database, second] = [await ReadDatabase.open(fresh.url), await ReadDatabase.open(fresh.url)];
});
afterAll(async () => {
  await database.close();
  await second.close();
  await fresh.drop();
});

/** A projector that follows the log in order, in batches, and what it has told of. */
function follower(on: ReadDatabase, log: readonly StoredEvent[], sizes: readonly number[]) {
  const published: number[] = [];
  const publish = (changes: readonly { readonly event: StoredEvent }[]) =>
    void published.push(...changes.map(({ event }) => event.position));
  const projector = new Projector(on, sourceOf(log), publish, 2);
  let at = 0;
  let turn = 0;
  return {
    published: published,
    begin: () => projector.checkpoint(),
    async step() {
      const size = 1 + (sizes[turn++ % sizes.length]! % 5);
      const batch = log.slice(at, (at += size));
      if (turn % 3 > 0) projector.expect(log.slice(at - size, at + 3).map(({ stream }) => stream));
      if (batch.length > 0) await projector.handle(batch);
      return at < log.length;
    },
  };
}

it('two processes on the same tables each tell every change once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(history, picks, picks, async (log, sizes, turns) => {
      await database.create();
      const shown = log.filter(({ stream }) => tableOf(stream)).map(({ position }) => position);
      const both = [follower(database, log, sizes), follower(second, log, sizes.toReversed())];
      for (const each of both) await each.begin();
      const open = new Set(both);
      for (let turn = 0; open.size > 0; turn++) {
        const each = [...open][turns[turn % turns.length]! % open.size]!;
        if (!(await each.step())) open.delete(each);
      }
      expect(both.map(({ published: told }) => told)).toEqual([shown, shown]);
      expect(await allRows(database)).toEqual(replayed(log));
    }),
    { numRuns: 15 },
  );
});

it('two processes at the same time leave the rows of a plain replay', async () => {
  await fc.assert(
    fc.asyncProperty(history, picks, async (log, sizes) => {
      await database.create();
      const both = [follower(database, log, sizes), follower(second, log, sizes.toReversed())];
      for (const each of both) await each.begin();
      await Promise.all(
        both.map(async (each) => {
          while (await each.step());
        }),
      );
      expect(await allRows(database)).toEqual(replayed(log));
      expect(both[0]!.published).toEqual(both[1]!.published);
    }),
    { numRuns: 15 },
  );
});
