import { append, folderStream, sample } from '@feusa/event-log/store/test-samples';
import { type StoredEvent, idOf, nounOf } from '@feusa/contracts/events';
import { openTestDeadLetters } from '@feusa/event-log/dead-letters/test-dead-letters';
import { withDeadLetters } from '@feusa/event-log/dead-letters/with-dead-letters';
import type { Consumer } from '@feusa/event-log/subscription/port';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { folderPage } from '../folders/pages.js';
import { wholeTree } from '../folders/tree.js';
import { unknownActor } from '../read-model/actors.js';
import { ReadDatabase } from '../read-model/database.js';
import { storedRows } from '../read-model/known-rows.js';
import { presentSource } from '../read-model/present.js';
import { Projector } from '../read-model/projector.js';
import { ReadModel } from '../read-model/read-model.js';
import type { ContentSource } from '../read-model/source.js';
import { history, picks } from '../read-model/test-history.js';
import { sourceOf } from '../read-model/test-rows.js';
import { HistoryDatabase } from './database.js';
import { HistoryProjection } from './history-projection.js';
import { rebuildHistory } from './rebuild.js';
import { asOfSource, type AsOfSource } from './source.js';
import { foldedSource } from './test-fold.js';
import { isKept } from './version.js';

let log: TestLog;
let database: ReadDatabase;
let past: HistoryDatabase;
beforeAll(async () => {
  log = await openTestLog();
  database = await ReadDatabase.open(log.url, { role: log.role });
  await database.prepare();
  past = new HistoryDatabase(database);
});
afterAll(async () => {
  await database.close();
  await log.close();
});

const byId = <T extends { readonly id: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => a.id.localeCompare(b.id));

/** Everything that a source can be asked. */
async function everythingIn(source: ContentSource, events: readonly StoredEvent[]) {
  const folders = new Set(events.map(({ stream }) => stream).filter((s) => nounOf(s) === 'folder'));
  const ids = [null, ...[...folders].map(idOf), '00000000-0000-4000-8000-ffffffffffff'];
  const pages = ids.map((id) =>
    folderPage(source, id, unknownActor).catch((fault: Error) => fault.message),
  );
  return {
    tree: (await wholeTree(source, unknownActor)).toString(),
    pages: await Promise.all(pages),
    // What somebody asks for now is no part of the past.
    employees: byId((await source.allEmployees()).map((row) => ({ ...row, request: null }))),
    folders: byId(await source.allFolders()),
    docs: byId(await source.allDocs()),
  };
}

/** A log in memory, as far as the past reads it. */
const logOf = (events: readonly StoredEvent[]) => ({
  ...sourceOf(events),
  read: async (after: number, limit: number) => events.slice(after, after + limit),
  readAt: async (positions: readonly number[]) =>
    events.filter(({ position }) => positions.includes(position)),
});

/** Batches of one to seven events; some come twice, and some streams are forgotten in between. */
async function follow(
  historyProjection: Pick<Consumer, 'checkpoint' | 'handle'>,
  events: readonly StoredEvent[],
  sizes: number[],
) {
  await historyProjection.checkpoint();
  for (let at = 0, turn = 0; at < events.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    const batch = events.slice(Math.max(0, at - (size % 3)), (at += 1 + (size % 7)));
    await historyProjection.handle(batch);
  }
}

it('any history at any position is what the log folds to', async () => {
  await fc.assert(
    fc.asyncProperty(history, picks, async (events, sizes) => {
      await past.create();
      const store = logOf(events);
      // With little memory it reads back what it wrote; snapshots lie close to each other.
      const remembered = 1 + (sizes[0]! % 5);
      await follow(new HistoryProjection(past, { remembered, snapshotAfter: 3 }), events, sizes);
      for (let position = 0; position <= events.length; position += 1 + (sizes[0]! % 4)) {
        const source = asOfSource(past, store, position);
        const found = await everythingIn(source, events);
        expect(found).toEqual(await everythingIn(await foldedSource(store, position), events));
        await compareCounts(source, events);
      }
    }),
    { numRuns: 12 },
  );
});

/** What is counted in several folders is what lies in each of them. */
async function compareCounts(source: AsOfSource, events: readonly StoredEvent[]) {
  const streams = new Set(events.map(({ stream }) => stream));
  const ids = [...streams].filter((stream) => nounOf(stream) === 'folder').map(idOf);
  const [folders, docs] = [await source.foldersIn(ids), await source.docsIn(ids)];
  for (const id of ids) {
    expect(folders.get(id) ?? 0).toBe((await source.children(id)).length);
    expect(docs.get(id) ?? 0).toBe((await source.docs(id)).length);
  }
}

/** As the product follows the log, with snapshots close to each other and without waiting. */
function guarded(events: readonly StoredEvent[]) {
  const deadLetters = openTestDeadLetters();
  const consumer = withDeadLetters(new HistoryProjection(past, { snapshotAfter: 3 }), {
    ...{ deadLetters, store: logOf(events) },
    log: { error: () => undefined, info: () => undefined },
    pause: () => Promise.resolve(),
  });
  return { consumer, deadLetters };
}

const foldersAdded = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => ({ ...sample(folderStream(), 1), position: index + 1 }) as StoredEvent,
  );

it('no snapshot lacks what is taken at the second try', async () => {
  await past.create();
  const events = foldersAdded(10);
  const refused = new Set([2]);
  const write = past.write.bind(past);
  const writing = jest.spyOn(past, 'write').mockImplementation((versions, ...at) => {
    const isRefused = versions.length > 1 && versions.some(({ position }) => refused.has(position));
    const isAlone = versions.length === 1 && refused.delete(versions[0]!.position);
    return isRefused || isAlone ? Promise.reject(new Error('refused')) : write(versions, ...at);
  });
  const { consumer } = guarded(events);
  await follow(consumer, events, [6]);
  writing.mockRestore();
  await consumer.close();
  expect(await asOfSource(past, logOf(events), 10).allFolders()).toHaveLength(10);
});

it('what is refused stays as it was, alone, and is whole at any position once it was tried again', async () => {
  await fc.assert(
    fc.asyncProperty(history, picks, async (events, sizes) => {
      await past.create();
      const store = logOf(events);
      const kept = events.filter(({ stream }) => isKept(stream));
      const stuck = kept[sizes[0]! % kept.length];
      const isStuck = ({ stream, version }: StoredEvent) =>
        stream === stuck?.stream && version >= stuck.version;
      const stuckAt = new Set(kept.filter(isStuck).map(({ position }) => position));
      // Some others are taken at the second try.
      const refused = new Set(kept.flatMap(({ position }, at) => (at % 7 === 3 ? [position] : [])));
      const write = past.write.bind(past);
      const writing = jest.spyOn(past, 'write').mockImplementation((versions, ...at) => {
        const isRefused = versions.some(
          ({ position }) => stuckAt.has(position) || refused.delete(position),
        );
        return isRefused ? Promise.reject(new Error('refused')) : write(versions, ...at);
      });
      const { consumer, deadLetters } = guarded(events);
      const expectAllOf = async (told: readonly StoredEvent[]) => {
        for (let position = 0; position <= events.length; position += 1 + (sizes[0]! % 4)) {
          const found = await everythingIn(asOfSource(past, store, position), events);
          const then = logOf(told.filter((event) => event.position <= position));
          expect(found).toEqual(await everythingIn(await foldedSource(then, position), events));
        }
      };
      await follow(consumer, events, sizes);
      writing.mockRestore();
      await expectAllOf(events.filter((event) => !isStuck(event)));
      const letters = await deadLetters.list();
      expect(letters.map(({ stream }) => stream)).toEqual(stuck ? [stuck.stream] : []);
      await deadLetters.redrive(
        letters.map(({ id }) => id),
        { by: 'ada', perMinute: 60, force: false },
      );
      await consumer.poll();
      expect(await deadLetters.list()).toEqual([]);
      await expectAllOf(events);
      await consumer.close();
    }),
    { numRuns: 12 },
  );
});

it('snapshots lie ever farther apart as there is more, and are asked for little more often than they are due', async () => {
  await past.create();
  const snapshot = jest.spyOn(past, 'writeSnapshot');
  const historyProjection = new HistoryProjection(past, { snapshotAfter: 4 });
  for (const event of foldersAdded(60)) await historyProjection.handle([event]);
  const { rows } = await log.owner.query<{ position: string }>(
    'select position from past.frames order by position',
  );
  expect(rows.map(({ position }) => Number(position))).toEqual([4, 8, 12, 18, 27, 40, 60]);
  expect(snapshot.mock.calls.length).toBeLessThan(2 * rows.length);
  snapshot.mockRestore();
});

it('two at once write down the same', async () => {
  await fc.assert(
    fc.asyncProperty(history, picks, async (events, sizes) => {
      await past.create();
      const store = logOf(events);
      const both = [sizes, sizes.toReversed()];
      const snapshotAfter = 1 + (sizes[0]! % 4);
      await Promise.all(
        both.map((own) => follow(new HistoryProjection(past, { snapshotAfter }), events, own)),
      );
      const end = events.length;
      const found = await everythingIn(asOfSource(past, store, end), events);
      expect(found).toEqual(await everythingIn(await foldedSource(store, end), events));
    }),
    { numRuns: 8 },
  );
});

it('a thing stays as it was before an event that this release cannot read', async () => {
  const sampled = fc.sample(history, { numRuns: 99, seed: 3 });
  const events = sampled.find(({ length }) => length > 40)!;
  const stuck = events.find(({ stream, version }) => nounOf(stream) === 'folder' && version === 2)!;
  const refuse = (): never => {
    throw new Error('This release cannot read the event');
  };
  const painted = events.map((event) =>
    event === stuck ? Object.defineProperty({ ...event }, 'type', { get: refuse }) : event,
  );
  const known = events.filter(
    ({ stream, version }) => stream !== stuck.stream || version < stuck.version,
  );
  await past.create();
  await new HistoryProjection(past).handle(painted);
  const found = await everythingIn(asOfSource(past, logOf(events), events.length), events);
  expect(found).toEqual(
    await everythingIn(await foldedSource(logOf(known), events.length), events),
  );
});

it('writes nothing where the database has forgotten what it wrote', async () => {
  const events = fc.sample(history, { numRuns: 99, seed: 3 }).find(({ length }) => length > 40)!;
  await past.create();
  const historyProjection = new HistoryProjection(past);
  await historyProjection.handle(events.slice(0, 20));
  await database.source.query('update past.progress set position = 10');
  await expect(historyProjection.handle(events.slice(20))).rejects.toThrow('forgotten');
  expect(await historyProjection.checkpoint()).toBe(10);
});

it('the past after every event is what the read model was then', async () => {
  const sampled = fc.sample(history, { numRuns: 99, seed: 7 }).find(({ length }) => length > 60)!;
  await append(
    log.store,
    sampled
      .filter(({ stream }) => nounOf(stream) !== 'user')
      .map(({ position: _position, ...event }) => event as never),
  );
  await past.create();
  const projector = new Projector(database, log.store);
  const historyProjection = new HistoryProjection(past, { snapshotAfter: 5 });
  const present = presentSource(database, storedRows(database));
  for (const event of await log.store.read(0, 1000)) {
    await projector.handle([event]);
    await historyProjection.handle([event]);
    const then = asOfSource(past, log.store, event.position);
    expect(await everythingIn(then, sampled)).toEqual(await everythingIn(present, sampled));
    expect(byId((await then.removed()).folders)).toEqual(
      byId(await database.where('folders', 'removed_at is not null')),
    );
  }
});

it('keeps nothing personal', async () => {
  const events = fc.sample(history, { numRuns: 99, seed: 7 }).find(({ length }) => length > 60)!;
  const people = events.filter(({ stream }) => nounOf(stream) === 'employee');
  expect(people.some(({ type }) => type === 'EmployeeUpdated')).toBe(true);
  await past.create();
  await new HistoryProjection(past, { snapshotAfter: 5 }).handle(events);
  const rows = await database.source.query<object[]>('select * from past.versions where noun = 4');
  expect(rows).toHaveLength(people.length);
  const written = JSON.stringify(rows);
  for (const { data } of people)
    for (const value of Object.values(data)) expect(written).not.toContain(String(value));
});

it('is for auditors and administrators, by position or time', async () => {
  const model = new ReadModel(database, log.store);
  await model.open();
  await model.historyProjection.checkpoint();
  const asker = (role: 'admin' | 'auditor' | 'basic') => ({
    id: 'ann',
    email: 'a@b.example',
    role,
  });
  const [first] = await log.store.read(0, 1);
  for (const at of [1, first!.at]) {
    const { source, past } = await model.sourceFor({ at }, asker('auditor'));
    expect(past).toBe(source);
    expect(await source.allFolders()).toBeDefined();
  }
  const asked = model.sourceFor({ at: 1 }, asker('basic'));
  await expect(asked).rejects.toMatchObject({ code: 'not-allowed' });
  const { past } = await model.sourceFor({}, asker('basic'));
  expect(past).toBeUndefined();
});

it('is rebuilt beside itself, and says what was wrong', async () => {
  await past.create();
  const historyProjection = new HistoryProjection(past);
  await historyProjection.handle(await log.store.read(0, 1000));
  const place = { url: log.url, role: log.role, store: log.store };
  expect(await rebuildHistory(place)).toMatchObject({ differences: 0 });
  await database.source.query(
    'update past.versions set version = 99 where position = (select min(position) from past.versions)',
  );
  expect(await rebuildHistory(place)).toMatchObject({ differences: 1 });
  expect(await rebuildHistory(place)).toMatchObject({ differences: 0 });
  expect(await past.checkpoint()).toBe((await log.store.head()).position);
});
