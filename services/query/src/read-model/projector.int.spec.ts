import type { StoredEvent } from '@feusa/contracts/events';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReadDatabase } from './database.js';
import { tableNames } from './entities.js';
import { Projector, type Projected } from './projector.js';
import { evolveRow, type Row } from './rows.js';
import { byStream, history, interleaved, picks } from './test-history.js';

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

const aLongLog = fc.sample(history, { numRuns: 99, seed: 5 }).find(({ length }) => length > 50)!;
const sourceOf = (log: readonly StoredEvent[]) => ({
  readStreams: (streams: readonly string[]) =>
    Promise.resolve(log.filter(({ stream }) => streams.includes(stream))),
});

/** Every row of every table, in the order of ids. */
async function allRows(): Promise<Row[]> {
  const tables = await Promise.all(tableNames.map((table) => database.where(table, 'true')));
  return tables.flat().toSorted((a, b) => a.id.localeCompare(b.id));
}

/** What a plain replay in memory makes of a log. */
function replayed(log: readonly StoredEvent[]): Row[] {
  const rows = new Map<string, Row>();
  for (const event of log) {
    const row = evolveRow(rows.get(event.stream), event);
    if (row) rows.set(event.stream, row);
  }
  return [...rows.values()].toSorted((a, b) => a.id.localeCompare(b.id));
}

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
        expect(await allRows()).toEqual(replayed(log));
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
        expect(await allRows()).toEqual(replayed(log));
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
    expect(await allRows()).toEqual(replayed(events));
  });

  it('tells every change of every stream once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(history, delivery, async (log, how) => {
        await database.create();
        const told: Projected[] = [];
        const projector = new Projector(database, sourceOf(log), (c) => void told.push(...c));
        for (const batch of delivered(log, how)) await projector.handle(batch);
        const shown = log.filter(({ stream }) => !stream.startsWith('user-'));
        const inOrder = (events: readonly StoredEvent[]) =>
          [...byStream(events)].toSorted(([a], [b]) => a.localeCompare(b));
        expect(inOrder(told.map(({ event }) => event))).toEqual(inOrder(shown));
      }),
      { numRuns: 10 },
    );
  });

  it('changes nothing when the same batch comes again', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (log) => {
        await database.create();
        const told: Projected[] = [];
        const tell = (changes: readonly Projected[]) => void told.push(...changes);
        const projector = new Projector(database, sourceOf(log), tell);
        await projector.handle(log);
        const before = [await allRows(), await database.checkpoint(), told.length];
        await projector.handle(log);
        const restarted = new Projector(database, sourceOf(log), tell);
        await restarted.checkpoint();
        await restarted.handle(log);
        expect([await allRows(), await database.checkpoint(), told.length]).toEqual(before);
      }),
      { numRuns: 10 },
    );
  });

  describe('where a write fails', () => {
    const log = aLongLog;
    const [half, rest] = [log.slice(0, 20), log.slice(20)];
    let told: Projected[];
    let projector: Projector;
    beforeEach(async () => {
      told = [];
      projector = new Projector(database, sourceOf(log), (changes) => void told.push(...changes));
      await projector.handle(half);
    });
    const standing = async () => [await allRows(), await database.checkpoint(), told.length];

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
      expect(await allRows()).toEqual(replayed(log));
      expect(await database.checkpoint()).toBe(log.length);
    });

    it('moves neither where the database has forgotten what it had', async () => {
      const before = await standing();
      await database.source.query('update read.checkpoints set position = 3');
      await expect(projector.handle(rest)).rejects.toThrow('forgotten');
      expect(await allRows()).toEqual(before[0]);
      expect(await database.checkpoint()).toBe(3);
      expect(told).toHaveLength(before[2] as number);
    });
  });

  it('tells again what nobody could hear, before anything newer', async () => {
    const log = aLongLog;
    const told: number[] = [];
    let deaf = true;
    const projector = new Projector(database, sourceOf(log), (changes) => {
      if (deaf) throw new Error('nobody could hear');
      told.push(...changes.map(({ event }) => event.position));
    });
    await expect(projector.handle(log.slice(0, 10))).rejects.toThrow('nobody could hear');
    await expect(projector.checkpoint()).rejects.toThrow('nobody could hear');
    deaf = false;
    expect(await projector.checkpoint()).toBe(10);
    await projector.handle(log.slice(10));
    const shown = log.filter(({ stream }) => !stream.startsWith('user-'));
    expect(told).toEqual(shown.map(({ position }) => position));
  });
});
