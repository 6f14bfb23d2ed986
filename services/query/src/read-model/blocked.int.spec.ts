import type { DeadLetters } from '@feusa/event-log/dead-letters/port';
import { openPostgresDeadLetters } from '@feusa/event-log/dead-letters/postgres';
import {
  withDeadLetters,
  type DeadLetteringConsumer,
} from '@feusa/event-log/dead-letters/with-dead-letters';
import type { EventLog } from '@feusa/event-log/subscription/port';
import { openTail } from '@feusa/event-log/subscription/subscription';
import type { NewEvent } from '@feusa/event-log/store/port';
import { openConnections, prepareDatabase } from '@feusa/profiles/prepare-database';
import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { ReadDatabase } from './database.js';
import { Projector, type Projected } from './projector.js';
import { rebuild } from './rebuild.js';
import { history, picks } from './test-history.js';
import { allRows, replayed } from './test-rows.js';

const quiet = { error: () => undefined, info: () => undefined };
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const folder = (number: number) => streamOf('folder', id(number));

let log: TestLog;
let database: ReadDatabase;
let letters: DeadLetters;
let replicas: Replica[];
beforeEach(async () => {
  log = await openTestLog();
  const [role] = await prepareDatabase(log.url);
  database = await ReadDatabase.open(log.url, { role });
  await database.create();
  letters = openPostgresDeadLetters(await openConnections(log.pool));
  replicas = [];
});
afterEach(async () => {
  for (const replica of replicas) await replica.stop();
  await database.close();
  await log.close();
});

/** A query service's way from the log into the read model. */
class Replica {
  readonly published: Projected[] = [];
  readonly consumer: DeadLetteringConsumer;
  private readonly tail: EventLog;

  constructor(readonly tables = database) {
    const projector = new Projector(
      tables,
      log.store,
      (changes) => void this.published.push(...changes),
    );
    this.consumer = withDeadLetters(projector, {
      deadLetters: letters,
      store: log.store,
      log: quiet,
    });
    this.tail = openTail(log.store, quiet);
  }

  static async start(): Promise<Replica> {
    const replica = new Replica();
    replicas.push(replica);
    await replica.tail.subscribe(replica.consumer);
    return replica;
  }

  publish = (events: readonly StoredEvent[]) => this.tail.publish(events);

  async stop(): Promise<void> {
    await this.tail.close();
    await this.consumer.close();
  }

  versionsOf = (stream: string) =>
    this.published.flatMap(({ event }) => (event.stream === stream ? [event.version] : []));
}

const versions = new Map<string, number>();
beforeEach(() => versions.clear());
const event = (stream: string, name: string): NewEvent => {
  const version = (versions.get(stream) ?? 0) + 1;
  versions.set(stream, version);
  const type = version === 1 ? 'FolderAdded' : 'FolderRenamed';
  return {
    ...{ type, data: { name, parentId: null }, stream, version, schemaVersion: 1 },
    ...{ id: crypto.randomUUID(), at: new Date().toISOString(), actor: 'system' },
    ...{ commandId: crypto.randomUUID(), correlationId: crypto.randomUUID() },
  };
};
/** Appends one event for each number, named `name`, to the folder of that number. */
async function append(name: string, ...numbers: number[]): Promise<void> {
  const events = numbers.map((number) => event(folder(number), name));
  const none = { folders: new Map(), answers: [] };
  const recorded = await log.store.append({ expected: await log.store.head(), events, ...none });
  for (const replica of replicas) replica.publish(recorded!.map((each) => each.event));
}

/** The database refuses this folder's row from its second version on, until it is mended. */
const refuse = (number: number) =>
  log.owner.query(`create function read.refuse() returns trigger language plpgsql as $$
      begin raise exception 'cannot take "%"', new.name using errcode = '22023'; end $$;
    create trigger refuse before insert or update on read.folders for each row
      when (new.id = '${id(number)}' and new.version > 1) execute function read.refuse()`);
const mend = () => log.owner.query('drop function read.refuse() cascade');

const shown = async () =>
  Object.fromEntries(
    (await allRows(database)).map((row) => [row.id, (row as { name: string }).name]),
  );
const soon = { timeout: 20_000, interval: 20 };
const blocked = async () =>
  (await letters.list()).map(({ stream, fromVersion, state }) => [stream, fromVersion, state]);
const redrive = async (force = false) => {
  const ids = (await letters.list()).map((letter) => letter.id);
  return letters.redrive(ids, { by: 'a test', perMinute: 6000, force });
};
const asReplayed = async () => replayed(await log.store.read(0, 10_000));

describe('the read model, where an event cannot be projected', () => {
  it('shows everything else, and after the fix what a fresh replay shows', async () => {
    await refuse(2);
    const replica = await Replica.start();
    await append('first', 1, 2, 3);
    await append('poison', 2);
    await append('second', 1, 2, 3, 4);
    await poll(shown, soon).toEqual({
      [id(1)]: 'second',
      [id(2)]: 'first',
      [id(3)]: 'second',
      [id(4)]: 'second',
    });
    await poll(() => database.checkpoint(), soon).toBe(8);
    expect(await letters.list()).toMatchObject([
      {
        ...{ consumer: 'read-model', stream: folder(2), fromVersion: 2, position: 4, tries: 5 },
        ...{ eventType: 'FolderRenamed', error: 'The database refused the data: SQL 22023' },
      },
    ]);
    await append('third', 2);
    await mend();
    await redrive();
    await poll(blocked, soon).toEqual([]);
    await append('fourth', 2);
    await poll(() => allRows(database), soon).toEqual(await asReplayed());
    expect(replica.versionsOf(folder(2))).toEqual([1, 2, 3, 4, 5]);
    expect(await letters.actions({ limit: 9 })).toMatchObject([{ by: 'a test', outcome: 'done' }]);
  });

  it('goes on so after a restart', async () => {
    await refuse(2);
    const first = await Replica.start();
    await append('first', 1, 2);
    await append('poison', 2);
    await poll(blocked, soon).toHaveLength(1);
    await first.stop();
    await append('second', 1, 2);
    await redrive();
    const second = await Replica.start();
    await poll(shown, soon).toEqual({ [id(1)]: 'second', [id(2)]: 'first' });
    await poll(blocked, soon).toEqual([[folder(2), 2, 'blocked']]);
    await mend();
    await redrive();
    await poll(() => allRows(database), soon).toEqual(await asReplayed());
    expect(second.versionsOf(folder(2))).toEqual([2, 3]);
  });

  it('quarantines what was redriven three times in vain', async () => {
    await refuse(2);
    await Replica.start();
    await append('first', 2);
    await append('poison', 2);
    for (const redrives of [0, 1, 2]) {
      const expected = [{ state: 'blocked', redrives }];
      await poll(() => letters.list(), soon).toMatchObject(expected);
      await redrive();
    }
    await poll(() => letters.list(), soon).toMatchObject([
      { state: 'quarantined', redrives: 3, tries: 8 },
    ]);
    await mend();
    expect(await redrive()).toEqual([]);
    await redrive(true);
    await poll(shown, soon).toEqual({ [id(2)]: 'poison' });
    const outcomes = (await letters.actions({ limit: 9 })).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['done', 'failed', 'failed', 'failed']);
  });

  it('of an event that no release knows leaves only its stream behind', async () => {
    const replica = await Replica.start();
    await append('first', 1, 2);
    await append('to be painted', 2);
    await replica.stop();
    const rewrite = (from: string, to: string) =>
      log.owner.query(`alter table log.events disable trigger append_only;
        update log.events set bytes = replace(bytes, '"${from}"', '"${to}"') where position = 3;
        alter table log.events enable trigger append_only`);
    await log.owner.query('update read.checkpoints set position = 2');
    await log.owner.query(`update read.folders set version = 1, name = 'first'`);
    await rewrite('FolderRenamed', 'FolderPainted');
    await Replica.start();
    await append('second', 1, 2);
    await poll(shown, soon).toEqual({ [id(1)]: 'second', [id(2)]: 'first' });
    await poll(() => letters.list(), soon).toMatchObject([
      { eventType: 'FolderPainted', error: expect.stringContaining('cannot read the event') },
    ]);
    await redrive();
    await poll(() => letters.list(), soon).toMatchObject([{ redrives: 1 }]);
    await rewrite('FolderPainted', 'FolderRenamed');
    await redrive();
    await poll(() => allRows(database), soon).toEqual(await asReplayed());
  });

  it('is blocked by a rebuild too, which shows everything else and leaves the redrive to the product', async () => {
    const replica = await Replica.start();
    await append('first', 1, 2);
    await append('to be painted', 2);
    await append('second', 1, 2);
    await poll(() => database.checkpoint(), soon).toBe(5);
    await replica.stop();
    const rewrite = (from: string, to: string) =>
      log.owner.query(`alter table log.events disable trigger append_only;
        update log.events set bytes = replace(bytes, '"${from}"', '"${to}"') where position = 3;
        alter table log.events enable trigger append_only`);
    await rewrite('FolderRenamed', 'FolderPainted');
    const { url, store } = log;
    const again = () =>
      rebuild({ url, role: log.role, store, deadLetters: letters }).then((done) => ({
        blocked: done.blocked.map(({ stream, fromVersion }) => [stream, fromVersion]),
        differences: done.differences,
      }));
    const differences = [{ table: 'folders', rows: 1 }];
    expect(await again()).toEqual({ blocked: [[folder(2), 2]], differences });
    expect(await shown()).toEqual({ [id(1)]: 'second', [id(2)]: 'first' });
    expect(await letters.list()).toMatchObject([
      { consumer: 'read-model', position: 3, eventType: 'FolderPainted', tries: 5 },
    ]);
    await redrive();
    expect(await again()).toEqual({ blocked: [[folder(2), 2]], differences: [] });
    expect(await letters.list()).toMatchObject([{ redrives: 0 }]);
    await rewrite('FolderPainted', 'FolderRenamed');
    await Replica.start();
    await poll(() => allRows(database), soon).toEqual(await asReplayed());
    expect(await again()).toEqual({ blocked: [], differences: [] });
  });

  it('tells every replica’s listeners each change once, in the order of its stream', async () => {
    await refuse(2);
    const both = [await Replica.start(), await Replica.start()];
    await append('first', 1, 2);
    await append('poison', 2);
    await append('second', 1, 2);
    await poll(blocked, soon).toHaveLength(1);
    await append('third', 1, 2);
    for (const { versionsOf: toldOf } of both) {
      await poll(() => toldOf(folder(1)), soon).toEqual([1, 2, 3]);
      expect(toldOf(folder(2))).toEqual([1]);
    }
    await mend();
    await redrive();
    for (const { versionsOf: toldOf } of both) {
      await poll(() => toldOf(folder(2)), soon).toEqual([1, 2, 3, 4]);
    }
    await append('fourth', 2);
    for (const { versionsOf: toldOf } of both) {
      await poll(() => toldOf(folder(2)), soon).toEqual([1, 2, 3, 4, 5]);
    }
    expect(await allRows(database)).toEqual(await asReplayed());
  });

  it('is not blamed for an outage of its database', async () => {
    const replica = await Replica.start();
    await append('first', 1);
    await poll(shown, soon).toEqual({ [id(1)]: 'first' });
    await log.owner.query('alter table read.folders rename to gone');
    await append('second', 1);
    await expect(replica.consumer.handle(await log.store.read(1, 10))).rejects.toThrow('not exist');
    expect(await blocked()).toEqual([]);
    await log.owner.query('alter table read.gone rename to folders');
    await poll(shown, soon).toEqual({ [id(1)]: 'second' });
  });
});

it('whatever is poison and however batches fall, the fix and a redrive lead to a plain replay', async () => {
  await fc.assert(
    fc.asyncProperty(history, picks, picks, async (events, poison, sizes) => {
      await database.create();
      await log.owner.query('delete from parking.letters');
      const store = {
        readStreams: async (streams: readonly string[]) =>
          events.filter(({ stream }) => streams.includes(stream)),
      };
      const bad = new Set(events.filter((_, at) => poison[at % poison.length]! % 9 === 0));
      const projector = new Projector(database, store);
      const handle = projector.handle.bind(projector);
      projector.handle = async (some, upTo) => {
        if (some.some((each) => bad.has(each))) throw new Error('cannot be projected');
        return handle(some, upTo);
      };
      const options = { deadLetters: letters, store, log: quiet, pause: async () => undefined };
      const consumer = withDeadLetters(projector, options);
      await consumer.checkpoint();
      const left = [...events];
      for (let turn = 0; left.length > 0; turn++) {
        await consumer.handle(left.splice(0, 1 + (sizes[turn % sizes.length]! % 20)));
      }
      expect(await database.checkpoint()).toBe(events.length);
      bad.clear();
      await redrive();
      await poll(async () => (await consumer.poll(), blocked()), soon).toEqual([]);
      expect(await allRows(database)).toEqual(replayed(events));
      await consumer.close();
    }),
    { numRuns: 10 },
  );
});
