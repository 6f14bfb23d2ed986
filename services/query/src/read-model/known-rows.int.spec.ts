import { idOf, nounOf } from '@feusa/contracts/events';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ReadDatabase } from './database.js';
import { KnownRows, storedRows, type SingleRows } from './known-rows.js';
import { Projector } from './projector.js';
import { tableOf } from './rows.js';
import { history, picks } from './test-history.js';
import { aLongLog, sourceOf } from './test-rows.js';

let fresh: FreshDatabase;
let database: ReadDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await ReadDatabase.open(fresh.url);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

/** Tables whose answers are on their way until `arrive`. */
function slow(tables: ReadDatabase) {
  const reads: Promise<unknown>[] = [];
  let arrive = () => {};
  let held = Promise.resolve();
  const late = async <T>(read: Promise<T>): Promise<T> => {
    reads.push(read);
    await held;
    return read;
  };
  return {
    rowsOf: (streams: Iterable<string>) => late(tables.rowsOf(streams)),
    foldersUpFrom: (ids: readonly string[]) => late(tables.foldersUpFrom(ids)),
    hold: () => void (held = new Promise((settle) => (arrive = settle))),
    arrive: () => arrive(),
    read: () => Promise.all(reads.splice(0)),
  };
}

const look = (rows: SingleRows, streams: readonly string[]) =>
  Promise.all(
    streams.flatMap((stream) => [
      rows.row(stream),
      nounOf(stream) === 'folder' && rows.chain(idOf(stream)),
    ]),
  );

const foldersIn = (streams: readonly string[]) =>
  streams.filter((stream) => nounOf(stream) === 'folder').map(idOf);

it('rows and folders above are those of the tables, also where they were read before a change', async () => {
  const stored = storedRows(database);
  await fc.assert(
    fc.asyncProperty(history, picks, async (log, sizes) => {
      await database.create();
      const tables = slow(database);
      let known = new KnownRows(tables);
      const projector = new Projector(database, sourceOf(log), (changes, _position, generation) =>
        known.changed(changes, generation),
      );
      const streams = [...new Set(log.map(({ stream }) => stream))].filter((each) => tableOf(each));
      for (let at = 0, turn = 0; at < log.length; turn++) {
        if (turn % 2 === 0) known = new KnownRows(tables);
        tables.hold();
        const before = look(known, streams);
        await tables.read();
        await projector.handle(log.slice(at, (at += 1 + (sizes[turn % sizes.length]! % 5))));
        tables.arrive();
        await before;
        const ids = foldersIn(streams);
        expect(await known.chains(ids)).toEqual(await Promise.all(ids.map(stored.chain)));
        expect(await look(known, streams)).toEqual(await look(stored, streams));
      }
    }),
    { numRuns: 10 },
  );
});

it('what was asked for is not read again until it changes', async () => {
  await database.create();
  await new Projector(database, sourceOf(aLongLog)).handle(aLongLog);
  const known = new KnownRows(database);
  const folders = [...new Set(aLongLog.map(({ stream }) => stream))].filter(
    (each) => nounOf(each) === 'folder',
  );
  expect(folders.length).toBeGreaterThan(1);
  await look(known, folders);
  const [rows, chains] = [jest.spyOn(database, 'rowsOf'), jest.spyOn(database, 'foldersUpFrom')];
  await look(known, folders);
  expect([rows.mock.calls, chains.mock.calls]).toEqual([[], []]);
  jest.restoreAllMocks();
});
