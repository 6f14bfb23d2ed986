import { randomUUID } from 'node:crypto';
import { streamOf } from '@feusa/contracts/events';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { openBlobReferences } from '@feusa/files/uploads/references';
import { independentText } from './test-independent.js';
import { openPostgresEventStore } from './postgres.js';
import { append, batch, sample } from './test-samples.js';
import { storedForm } from './stored-form.js';

const ada = {
  ...{
    firstName: 'Ada',
    lastName: 'Canary',
    phoneNumber: '+1 402 555 0100',
    mobile: '402 555 0199',
  },
  ...{ email: 'ada@canary.example', role: 'Canary keeper', location: 'Canary wharf' },
  ...{ department: 'Canaries', manager: 'Grace Canary' },
  image: { blob: 'c'.repeat(64), mediaType: 'image/png' },
};
const erased = {
  ...{ firstName: '[erased]', lastName: '[erased]', phoneNumber: '[erased]', email: '[erased]' },
  ...{ role: '[erased]', location: '[erased]', department: '[erased]', manager: '[erased]' },
};
/** Nothing that could stand in random text by chance. */
const CANARY = /canary|402 555|c{64}/i;

describe('personal fields in the log', () => {
  let log: TestLog;
  beforeAll(async () => {
    log = await openTestLog();
  });
  afterAll(() => log.close());

  const begun = async (version = 1) => {
    const stream = streamOf('employee', randomUUID());
    const [recorded] = await append(log.store, [
      sample(stream, version, { type: 'EmployeeAdded', data: ada }),
    ]);
    return { stream, ...recorded! };
  };
  const destroy = (stream: string) =>
    log.owner.query('delete from keys.subjects where subject = $1', [stream]);
  const read = async (stream: string) => (await log.another().readStreams([stream]))[0]?.data;

  it('are encrypted in the bytes and readable in the event, in every process', async () => {
    const { stream, event, bytes } = await begun();
    expect(bytes).not.toMatch(CANARY);
    expect(bytes).toMatch(/"data":\{"sealed":"[\w+/=]+"\}/);
    expect(event.data).toEqual(ada);
    expect(await read(stream)).toEqual(ada);
    const form = { ...storedForm(event), position: String(event.position) };
    expect(independentText(form)).toBe(bytes);
    const [latest] = (await log.store.readLatest('employee')).filter(
      (one) => one.stream === stream,
    );
    expect(latest?.data).toEqual(ada);
    expect(JSON.stringify(storedForm(latest!))).not.toMatch(CANARY);
  });

  it('are never encrypted with a key that was destroyed elsewhere, however well it is remembered', async () => {
    const { stream } = await begun();
    await destroy(stream);
    const events = [sample(stream, 2, { type: 'EmployeeUpdated', data: ada })];
    expect(await log.store.append(batch(await log.store.head(), events))).toBeUndefined();
    const streams = await log.another().readStreams([stream]);
    expect(streams).toHaveLength(1);
  });

  it('leave what is not personal to be read by anybody', async () => {
    const stream = streamOf('user', randomUUID());
    const data = { email: 'ada@canary.example', role: 'admin' } as const;
    const [recorded] = await append(log.store, [
      sample(stream, 1, { type: 'UserRegistered', data }),
    ]);
    expect(recorded?.bytes).not.toMatch(CANARY);
    expect(JSON.parse(recorded!.bytes)).toMatchObject({ data: { role: 'admin' } });
    expect(await read(stream)).toEqual(data);
    await destroy(stream);
    expect(await read(stream)).toEqual({ email: '[erased]', role: 'admin' });
  });

  it('read the same way each time once the key is destroyed, the bytes unchanged', async () => {
    const { stream, event, bytes } = await begun();
    const next = { ...ada, firstName: 'Adeline' };
    await append(log.store, [sample(stream, 2, { type: 'EmployeeUpdated', data: next })]);
    await destroy(stream);
    for (const store of [log.store, log.another()]) {
      const events = await store.readStreams([stream]);
      expect(events.map(({ data }) => data)).toEqual([erased, erased]);
      expect((await store.read(event.position - 1, 1))[0]?.data).toEqual(erased);
      expect(await store.readRecorded(event.position - 1, 1)).toMatchObject([{ bytes }]);
      expect(Object.keys((await store.read(event.position - 1, 1))[0]!.data)).not.toContain(
        'image',
      );
    }
  });

  it('are not read with a key that was asked for just before the person was erased', async () => {
    const { stream } = await begun();
    const keys = testKeys(log.pool);
    let proceed = () => {};
    const afterwards = new Promise<void>((resolve) => (proceed = resolve));
    let isErased = false;
    const find: typeof keys.find = async (subjects) => {
      const found = await keys.find(subjects);
      const event = sample(stream, 2, { type: 'PersonErased', data: {} });
      if (!isErased) await append(log.another(), [event]);
      isErased = true;
      proceed();
      return found;
    };
    const late = {
      async query(asked: { name: string; text: string }) {
        if (asked.name === 'read-streams') await afterwards;
        return log.pool.query(asked);
      },
    };
    const store = openPostgresEventStore(late as unknown as typeof log.pool, { ...keys, find });
    const [first] = await store.readStreams([stream]);
    expect(first?.data).toEqual(erased);
  });

  it('use one key for a person, and another nonce each time', async () => {
    const { stream, bytes } = await begun();
    const [second] = await append(log.store, [
      sample(stream, 2, { type: 'EmployeeUpdated', data: ada }),
    ]);
    const ciphertextIn = (text: string) =>
      (JSON.parse(text) as { data: { sealed: string } }).data.sealed;
    expect(ciphertextIn(second!.bytes)).not.toBe(ciphertextIn(bytes));
    const { rowCount } = await log.owner.query('select from keys.subjects where subject = $1', [
      stream,
    ]);
    expect(rowCount).toBe(1);
  });

  it('get a key where the person began before there were keys', async () => {
    const { stream } = await begun(2);
    expect(await read(stream)).toEqual(ada);
  });

  it('are never encrypted again for somebody who was erased', async () => {
    const { stream } = await begun();
    await destroy(stream);
    await log.owner.query('insert into keys.erased (subject) values ($1)', [stream]);
    const before = await log.store.head();
    const more = [sample(stream, 2, { type: 'EmployeeUpdated', data: ada })];
    expect(await log.store.append(batch(before, more))).toBeUndefined();
    const inTurn = log.store.appendUnderLock(async () => batch(before, more));
    await expect(inTurn).rejects.toThrow('was erased');
    expect(await log.store.head()).toEqual(before);
  });

  it('do not open in another event, nor with another master key', async () => {
    const { stream, event, bytes } = await begun();
    const other = openPostgresEventStore(log.pool, testKeys(log.pool, Buffer.alloc(32, 8)));
    await expect(other.readStreams([stream])).rejects.toThrow();
    await log.owner.query('alter table log.events disable trigger append_only');
    await log.owner.query('update log.events set bytes = $2 where position = $1', [
      event.position,
      bytes.replace(event.id, randomUUID()),
    ]);
    const [moved] = await log.store.read(event.position - 1, 1);
    expect(moved?.stream).toBe(stream);
    expect(() => moved?.data).toThrow();
    await log.owner.query('update log.events set bytes = $2 where position = $1', [
      event.position,
      bytes,
    ]);
    await log.owner.query('alter table log.events enable trigger append_only');
  });

  it('of older logs, which are not encrypted, stay readable', async () => {
    const { stream, event, bytes } = await begun();
    const plain = JSON.stringify({ ...(JSON.parse(bytes) as object), data: ada });
    await log.owner.query('alter table log.events disable trigger append_only');
    await log.owner.query('update log.events set bytes = $2 where position = $1', [
      event.position,
      plain,
    ]);
    await log.owner.query('alter table log.events enable trigger append_only');
    expect(await read(stream)).toEqual(ada);
    const [old] = await log.store.read(event.position - 1, 1);
    expect(storedForm(old!).data).toEqual(ada);
  });

  it('keep the photo in use as long as the person is known', async () => {
    const { stream } = await begun();
    const references = openBlobReferences(log.pool);
    expect(await references([ada.image.blob])).toEqual(new Set([ada.image.blob]));
    const { rows } = await log.owner.query('select blob from keys.images where subject = $1', [
      stream,
    ]);
    expect(rows).toEqual([{ blob: ada.image.blob }]);
  });

  it('leave this program in no form that is not known to be encrypted', async () => {
    const { event } = await begun();
    expect(() => storedForm({ ...event })).toThrow('is not known');
  });
});
