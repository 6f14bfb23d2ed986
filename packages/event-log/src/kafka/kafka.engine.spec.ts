import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import { testSecrets, testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { freshDatabase } from '@feusa/testing/database';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { appendAtLast, folderStream, sample } from '../store/test-samples.js';
import { openPostgresEventStore } from '../store/postgres.js';
import { storedFormsWith } from '../store/encryption.js';
import { openPool } from '@feusa/platform/postgres/pool';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { openAuthenticator } from './authenticator.js';
import { eventLogContract, numbers, Recorder, until } from '../subscription/contract.js';
import { openKafkaLog, PARTITIONS } from './kafka.js';
import type { Consumer } from '../subscription/port.js';
import { openProgressRepository } from '../subscription/progress-repository.js';

const brokers = (process.env['FEUSA_TEST_KAFKA_BROKERS'] ?? '').split(',');

/** An empty log in a database and a topic of its own, as several processes have it. */
async function openLog() {
  const { url, drop } = await freshDatabase();
  const [role] = await prepareDatabase(url);
  const topic = `test-${randomUUID()}`;
  const faults: unknown[] = [];
  const asking = openPool({ url, max: 1, name: 'test' });
  const authenticator = await openAuthenticator(asking, testSecrets, topic);
  await asking.end();
  const closers: (() => Promise<void>)[] = [];
  /** Another process's log. */
  const open = () => {
    const pool = openPool({ url, max: 4, name: 'test', ...(role && { role }) });
    const store = openPostgresEventStore(pool, testKeys(pool));
    const log = pino({ level: 'silent' });
    log.error = (fault: unknown) => void faults.push(fault);
    const forms = storedFormsWith(testKeys(pool));
    const ports = { pool, store, forms, log, authenticator };
    const opened = openKafkaLog({
      connection: { brokers },
      databaseUrl: url,
      role,
      topic,
      ...ports,
    });
    const close = async () => {
      await opened.close();
      await pool.end();
    };
    closers.push(close);
    return { log: opened, pool, store, close };
  };
  const main = open();
  const streams = [folderStream(), folderStream(), folderStream(), folderStream(), folderStream()];
  const versions = streams.map(() => 0);
  let next = 0;
  const append = async (count: number, how?: { readonly quietly: boolean }) => {
    const events = Array.from({ length: count }, () => {
      const which = next++ % streams.length;
      return sample(streams[which]!, ++versions[which]!);
    });
    const recorded = await appendAtLast(main.store, events);
    if (!how?.quietly) main.log.publish(recorded.map(({ event }) => event));
  };
  const close = async () => {
    await Promise.all(closers.map((each) => each().catch(() => undefined)));
    await drop();
  };
  return { ...main, open, append, faults, topic, close };
}

eventLogContract('kafka', async () => {
  const opened = await openLog();
  opened.log.relay();
  return opened;
});

/** One worker of a group. */
class Taker implements Consumer {
  readonly name = 'takers';
  readonly taken: StoredEvent[] = [];
  checkpoint = async () => 0;
  handle = async (events: readonly StoredEvent[]) => void this.taken.push(...events);
}

const logs: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const opened of logs.splice(0)) await opened.close();
});

describe('the log between processes', () => {
  it('gives every event to every follower in order, whichever process appended it', async () => {
    const opened = await openLog();
    logs.push(opened);
    const [relaying, other] = [opened.open(), opened.open()];
    relaying.log.relay();
    const [here, there] = [new Recorder(), new Recorder()];
    await opened.log.subscribe(here);
    await other.log.subscribe(there);
    for (let round = 0; round < 30; round++) await opened.append(1 + (round % 5));
    await until(() => here.seen.length >= 90 && there.seen.length >= 90);
    expect([here.seen, there.seen]).toEqual([numbers(1, 90), numbers(1, 90)]);
  });

  it('shares the log between workers, each stream in order, and says how far all have come', async () => {
    const opened = await openLog();
    logs.push(opened);
    opened.log.relay();
    const workers = [new Taker(), new Taker(), new Taker()];
    const shares = workers.map((worker) => opened.open().log.share(worker));
    await until(() => shares.every((share) => share.state() === undefined));
    for (let round = 0; round < 40; round++) await opened.append(5);
    const repository = openProgressRepository(opened.pool);
    for (let tries = 0; tries < 400; tries++) {
      if ((await repository.position('takers', PARTITIONS)) >= 200) break;
      await setTimeout(100);
    }
    expect(await repository.position('takers', PARTITIONS)).toBe(200);
    const taken = workers.flatMap(({ taken: events }) => events);
    const unique = new Set(taken.map(({ position }) => position));
    expect([...unique].toSorted((a, b) => a - b)).toEqual(numbers(1, 200));
    for (const worker of workers) expect(isInOrder(worker.taken)).toBe(true);
  });

  it('another process relays on when the one that did is gone, and nothing is missing', async () => {
    const opened = await openLog();
    logs.push(opened);
    const [first, second] = [opened.open(), opened.open()];
    first.log.relay();
    const taker = new Taker();
    opened.log.share(taker);
    await opened.append(10);
    await until(() => taker.taken.length >= 10);
    second.log.relay();
    await first.close();
    await opened.append(10);
    await until(() => new Set(taker.taken.map(({ position }) => position)).size >= 20);
    expect(new Set(taker.taken.map(({ position }) => position))).toEqual(new Set(numbers(1, 20)));
    expect(isInOrder(taker.taken)).toBe(true);
  });

  it('ends also in the moment in which it begins to relay', async () => {
    const opened = await openLog();
    logs.push(opened);
    const query = pg.Client.prototype.query as (...all: unknown[]) => unknown;
    const relaying = opened.log.relay();
    const spy = jest.spyOn(pg.Client.prototype, 'query');
    await new Promise<void>((ended) =>
      spy.mockImplementation(function (this: pg.Client, ...all: unknown[]) {
        if (String(all[0]).startsWith('listen')) void relaying.close().then(ended);
        return query.apply(this, all);
      }),
    ).finally(() => spy.mockRestore());
  });

  it('goes on after its topic was deleted: followers miss nothing, workers get what comes', async () => {
    const opened = await openLog();
    logs.push(opened);
    opened.log.relay();
    const [recorder, taker] = [new Recorder(), new Taker()];
    await opened.log.subscribe(recorder);
    opened.log.share(taker);
    await opened.append(10);
    await until(() => taker.taken.length >= 10 && recorder.seen.length >= 10);
    const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [opened.topic] });
    await admin.disconnect();
    await opened.append(10);
    const taken = () => new Set(taker.taken.map(({ position }) => position));
    await until(() => recorder.seen.length >= 20 && taken().size >= 20);
    expect(recorder.seen).toEqual(numbers(1, 20));
    expect(taken()).toEqual(new Set(numbers(1, 20)));
  });
});

/** Per stream; what is told again begins again. */
function isInOrder(events: readonly StoredEvent[]): boolean {
  const versions = new Map<string, number>();
  return events.every(({ stream, version }) => {
    const known = versions.get(stream) ?? 0;
    versions.set(stream, version);
    return version <= known + 1;
  });
}

describe('personal fields', () => {
  it('travel encrypted and arrive readable, as long as the key is there', async () => {
    const opened = await openLog();
    logs.push(opened);
    const [relaying, away] = [opened.open(), opened.open()];
    relaying.log.relay();
    const [near, taker] = [new Taker(), new Taker()];
    await away.log.subscribe(near);
    const share = away.log.share(taker);
    await until(() => share.state() === undefined);
    const stream = `employee-${randomUUID()}`;
    const text = {
      firstName: 'Canary',
      lastName: 'Canary',
      phoneNumber: 'canary',
      email: 'canary',
    };
    const rest = { role: 'canary', location: 'canary', department: 'canary', manager: 'canary' };
    const data = { ...text, ...rest };
    const add = (version: number) => sample(stream, version, { type: 'EmployeeUpdated', data });
    const recorded = await appendAtLast(opened.store, [add(1)]);
    relaying.log.publish(recorded.map(({ event }) => event));
    await until(() => near.taken.length > 0 && taker.taken.length > 0);
    expect([near, taker].map(({ taken }) => taken[0]?.data)).toEqual([data, data]);
    const messages = await messagesOf(opened.topic, 1);
    expect(messages.join()).toContain(stream);
    expect(messages.join()).toContain('"sealed":');
    expect(messages.join()).not.toMatch(/canary/i);
    await opened.pool.query('delete from keys.subjects');
    const late = new Taker();
    await opened.open().log.subscribe(late);
    await until(() => late.taken.length > 0);
    expect(late.taken[0]?.data).toMatchObject({ firstName: '[erased]', email: '[erased]' });
  });
});

/** The events that are in the topic, as text, once there are so many. */
async function messagesOf(topic: string, count: number): Promise<string[]> {
  const kafka = new Kafka({ clientId: 'test', brokers, logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `test-${randomUUID()}` });
  const texts: string[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message: { key, value } }) => {
      if (key) texts.push(String(value));
    },
  });
  await until(() => texts.length >= count);
  await consumer.disconnect();
  return texts;
}
