import type { StoredEvent } from '@feusa/contracts/events';
import { byStream } from '@feusa/contracts/group-by';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReadDatabase } from './database.js';
import { Projector, type Projected } from './projector.js';
import { history, interleaved, picks } from './test-history.js';
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

/** A log as it may come: streams mixed anew, some events twice or late, some not at all, in batches. */
interface Delivery {
  readonly order: readonly number[];
  readonly fates: readonly number[];
  readonly sizes: readonly number[];
}
const delivery = fc.record({ order: picks, fates: picks, sizes: picks });

function delivered(
  log: readonly StoredEvent[],
  { order, fates, sizes }: Delivery,
): StoredEvent[][] {
  const streams = byStream(log);
  const mixed = interleaved([...streams.values()], order);
  const coming = mixed.flatMap((event, index) => {
    const isLast = streams.get(event.stream)?.at(-1) === event;
    const fate = fates[index % fates.length]! % 4;
    if (fate === 0 && !isLast) return [];
    const again = mixed[fates[index % fates.length]! % (index + 1)]!;
    return fate === 1 ? [event, again, event] : [event];
  });
  const batches: StoredEvent[][] = [];
  for (let turn = 0; coming.length > 0; turn++) {
    batches.push(coming.splice(0, 1 + (sizes[turn % sizes.length]! % 7)));
  }
  return batches;
}

describe('the projector', () => {
  it('makes the rows of a plain replay of whatever comes in the order of each stream', async () => {
    await fc.assert(
      fc.asyncProperty(history, delivery, async (log, how) => {
        await database.create();
        const projector = new Projector(database, sourceOf(log));
        for (const batch of delivered(log, how)) await projector.handle(batch);
        expect(await allRows(database)).toEqual(replayed(log));
      }),
      { numRuns: 20 },
    );
  });

  it('makes the same rows of what was read ahead, and tells every change once', async () => {
    await fc.assert(
      fc.asyncProperty(history, picks, picks, async (log, sizes, ahead) => {
        await database.create();
        const published: number[] = [];
        const publish = (changes: readonly Projected[]) =>
          void published.push(...changes.map(({ event }) => event.position));
        const projector = new Projector(database, sourceOf(log), publish, 1);
        await projector.checkpoint();
        const streams = [...new Set(log.map(({ stream }) => stream))];
        for (let at = 0, turn = 0; at < log.length; turn++) {
          // Nothing is ever appended to some of them.
          projector.expect(
            [1, 2].map((n) => streams[(ahead[turn % ahead.length]! * n) % streams.length]!),
          );
          const batch = log.slice(at, (at += 1 + (sizes[turn % sizes.length]! % 5)));
          projector.expect(batch.map(({ stream }) => stream));
          await projector.handle(batch);
        }
        expect(await allRows(database)).toEqual(replayed(log));
        const shown = log.filter(({ stream }) => tableOf(stream));
        expect(published).toEqual(shown.map(({ position }) => position));
      }),
      { numRuns: 20 },
    );
  });

  it('makes the same rows where a second process is late with the same events and dies', async () => {
    await fc.assert(
      fc.asyncProperty(history, delivery, delivery, async (log, how, other) => {
        await database.create();
        const [one, two] = [1, 2].map(() => new Projector(database, sourceOf(log)));
        const turns = interleaved(
          [
            delivered(log, how).map((batch) => () => one!.handle(batch)),
            delivered(log, other)
              .slice(0, -2)
              .map((batch) => () => two!.handle(batch)),
          ],
          how.order,
        );
        for (const turn of turns) await turn();
        expect(await allRows(database)).toEqual(replayed(log));
      }),
      { numRuns: 10 },
    );
  });

  it('keeps a newer row from a process that was stopped and goes on', async () => {
    const events = [...byStream(aLongLog).values()].find(({ length }) => length > 4)!;
    const [one, zombie] = [1, 2].map(() => new Projector(database, sourceOf(events)));
    await zombie!.handle(events.slice(0, 1));
    await one!.handle(events);
    await zombie!.handle(events.slice(1, 2));
    expect(await allRows(database)).toEqual(replayed(events));
  });

  it('tells every change of every stream once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(history, delivery, async (log, how) => {
        await database.create();
        const published: Projected[] = [];
        const projector = new Projector(database, sourceOf(log), (c) => void published.push(...c));
        for (const batch of delivered(log, how)) await projector.handle(batch);
        const shown = log.filter(({ stream }) => tableOf(stream) !== undefined);
        const inOrder = (events: readonly StoredEvent[]) =>
          [...byStream(events)].toSorted(([a], [b]) => a.localeCompare(b));
        expect(inOrder(published.map(({ event }) => event))).toEqual(inOrder(shown));
      }),
      { numRuns: 10 },
    );
  });

  it('changes nothing when the same batch comes again', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (log) => {
        await database.create();
        const published: Projected[] = [];
        const publish = (changes: readonly Projected[]) => void published.push(...changes);
        const projector = new Projector(database, sourceOf(log), publish);
        await projector.handle(log);
        const before = [await allRows(database), await database.checkpoint(), published.length];
        await projector.handle(log);
        const restarted = new Projector(database, sourceOf(log), publish);
        await restarted.checkpoint();
        await restarted.handle(log);
        expect([await allRows(database), await database.checkpoint(), published.length]).toEqual(
          before,
        );
      }),
      { numRuns: 10 },
    );
  });
});
