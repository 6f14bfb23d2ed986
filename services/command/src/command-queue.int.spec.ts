import { randomUUID } from 'node:crypto';
import type { Batch, EventStore } from '@feusa/event-log/store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { ANN, openBus, SAM, send, settled, UPLOADS } from './test-bus.js';

let log: TestLog;
beforeAll(async () => {
  log = await openTestLog();
});
afterAll(() => log.close());

const addFolder = (bus: CommandBus, name: string, key?: string, by = ANN) =>
  send(bus, 'add-folder', { name, parentId: null }, { by, ...(key && { key }) });
const eventsAfter = (position: number) => log.store.read(position, 10_000);

/** The same store, with its batches told. */
const counting = (batches: Batch[]): EventStore => ({
  ...log.store,
  append: (batch) => {
    batches.push(batch);
    return log.store.append(batch);
  },
});

describe('group commit', () => {
  it('appends what came in meanwhile at once, each command with its own answer', async () => {
    const batches: Batch[] = [];
    const published: StoredEvent[] = [];
    const bus = await openBus(counting(batches), (events) => published.push(...events));
    const { position } = await log.store.head();
    const sent = Array.from({ length: 600 }, (_, index) =>
      index % 3 === 2
        ? settled(send(bus, 'rename-folder', { id: randomUUID(), name: 'x' }))
        : settled(addFolder(bus, `Folder ${index}`)),
    );
    const answers = await Promise.all(sent);
    const events = await eventsAfter(position);
    expect(batches.length).toBeLessThanOrEqual(5);
    expect(events).toHaveLength(400);
    expect(published).toEqual(events);
    for (const [index, answer] of answers.entries()) {
      if (index % 3 === 2) expect(answer).toEqual({ refused: 'folder/not-found' });
      else {
        const event = events.find((each) => String(each.position) === answer.position);
        expect(event?.data).toEqual({ name: `Folder ${index}`, parentId: null });
        expect(answer).toEqual({
          id: event?.stream.slice('folder-'.length),
          version: 1,
          position: String(event?.position),
        });
      }
    }
  });

  it('stamps no event before the one that it follows, in whichever process a clock is behind', async () => {
    const [one, two] = [await openBus(log.another()), await openBus(log.another())];
    const { position } = await log.store.head();
    await addFolder(one, 'In time');
    const behind = Date.now() - 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(behind);
    await Promise.all([addFolder(two, 'Behind'), addFolder(two, 'As well')]);
    await addFolder(two, 'Still');
    clock.mockRestore();
    await addFolder(one, 'In time again');
    const [first, ...later] = (await eventsAfter(position)).map(({ at }) => at);
    expect(later.slice(0, 3)).toEqual([first, first, first]);
    expect(later[3]! >= first!).toBe(true);
    expect(await log.store.positionAt(new Date(behind).toISOString())).toBe(0);
  });

  it('decides on what was decided just before in the same append', async () => {
    const bus = await openBus(log.another());
    const { id } = await addFolder(bus, 'Manuals');
    const answers = await Promise.all([
      addFolder(bus, 'first, so that the others wait together'),
      settled(send(bus, 'rename-folder', { id, name: 'Archive' })),
      settled(send(bus, 'remove-folder', { id })),
      settled(send(bus, 'remove-folder', { id })),
      settled(send(bus, 'add-folder', { name: 'inside', parentId: id })),
      settled(send(bus, 'restore-folder', { id })),
      settled(send(bus, 'add-folder', { name: 'inside', parentId: id })),
    ]);
    expect(answers).toMatchObject([
      {},
      { version: 2 },
      { version: 3 },
      { refused: 'folder/not-found' },
      { refused: 'folder/parent-not-found' },
      { version: 4 },
      { version: 1 },
    ]);
  });

  it('counts the administrators anew for each of many at once', async () => {
    const bus = await openBus(log.another());
    const register = (name: string) => ({
      email: `${name}@feusa.example`,
      password: 'secret words',
      teamPassword: 'team',
    });
    const names = ['bob', 'BOB', 'eve', 'Bob', 'kim', 'bOb'];
    const users = await Promise.all(
      names.map((name) => settled(send(bus, 'register-user', register(name)))),
    );
    expect(users.filter((user) => 'refused' in user)).toHaveLength(3);
    const ids = users.flatMap((user) => ('id' in user ? [user.id as string] : []));
    for (const userId of ids) await send(bus, 'set-user-role', { userId, role: 'admin' });
    const left = await Promise.all(
      ids.flatMap((id) => [
        settled(send(bus, 'set-user-role', { userId: id, role: 'basic' })),
        settled(send(bus, 'remove-user', { id })),
      ]),
    );
    expect(
      left.filter((answer) => 'refused' in answer && answer.refused === 'user/last-admin'),
    ).toHaveLength(2);
    expect(await log.store.adminCount()).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('gives the first answer again, also at once, from another process and after a restart', async () => {
    const [key, batches]: [string, Batch[]] = [randomUUID(), []];
    const { position } = await log.store.head();
    const bus = await openBus(counting(batches));
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => addFolder(bus, 'Once', key)));
    const elsewhere = await addFolder(await openBus(log.another()), 'Once', key);
    expect(new Set([...atOnce, elsewhere].map((answer) => JSON.stringify(answer))).size).toBe(1);
    const events = await eventsAfter(position);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ commandId: key, stream: `folder-${atOnce[0]?.id}` });
  });

  it('is refused with another body or another command, also at once', async () => {
    const bus = await openBus(log.another());
    const key = randomUUID();
    const two = await Promise.all([
      settled(addFolder(bus, 'One', key)),
      settled(addFolder(bus, 'Two', key)),
    ]);
    expect(two).toMatchObject([{ version: 1 }, { refused: 'request/key-reused' }]);
    const id = two[0] && 'id' in two[0] ? (two[0].id as string) : '';
    expect(await settled(send(bus, 'remove-folder', { id }, { key }))).toEqual({
      refused: 'request/key-reused',
    });
    expect(await settled(send(bus, 'log-error', { details: 'x' }, { key }))).toEqual({
      refused: 'request/key-reused',
    });
    expect(await addFolder(bus, 'One', key)).toEqual(two[0]);
  });

  it('remembers a refusal with its facts, though it would be accepted now', async () => {
    const bus = await openBus(log.another());
    const { id } = await addFolder(bus, 'Manuals');
    const key = randomUUID();
    const restore = async () =>
      settled(send(await openBus(log.another()), 'restore-folder', { id }, { key }));
    expect(await restore()).toEqual({ refused: 'folder/not-removed' });
    await send(bus, 'remove-folder', { id });
    expect(await restore()).toEqual({ refused: 'folder/not-removed' });
    await send(bus, 'restore-folder', { id }, { key: randomUUID() });
  });

  it('remembers what was refused before it could be decided, but not "later"', async () => {
    const bus = await openBus(log.another());
    const { id: folderId } = await addFolder(bus, 'Manuals');
    const [key, later] = [randomUUID(), randomUUID()];
    const add = (uploadId: string) =>
      settled(send(bus, 'add-file', { folderId, uploadId }, { key }));
    const missing = randomUUID();
    const tries = await Promise.all([add(missing), add(missing)]);
    expect([...tries, await add(missing)]).toEqual(Array(3).fill({ refused: 'upload/not-found' }));
    expect(await add(UPLOADS.plan)).toEqual({ refused: 'request/key-reused' });
    const flood = await settled(send(bus, 'log-error', { details: 'x' }, { key: later, by: SAM }));
    expect(flood).toMatchObject({ refused: 'too-many-requests' });
    expect(await log.store.answers([{ actor: SAM.id, key: later }])).toEqual([]);
  });

  it('is answered once by processes that refuse at the same moment', async () => {
    const [id, key] = [randomUUID(), randomUUID()];
    const names = ['x', 'y', 'x', 'x', 'y'];
    const buses = await Promise.all(names.map(() => openBus(log.another())));
    const answers = await Promise.all(
      names.map((name, at) => settled(send(buses[at]!, 'rename-folder', { id, name }, { key }))),
    );
    const [winner] = await log.store.answers([{ actor: ANN.id, key }]);
    const won =
      winner?.bodyHash === JSON.stringify(['rename-folder', { id, name: 'x' }]) ? 'x' : 'y';
    expect(answers).toEqual(
      names.map((name) => ({ refused: name === won ? 'folder/not-found' : 'request/key-reused' })),
    );
  });

  it('is looked up only where it has come before', async () => {
    const asked: unknown[] = [];
    const store: EventStore = {
      ...log.store,
      answers: (places) => (asked.push(...places), log.store.answers(places)),
    };
    const [bus, key] = [await openBus(store), randomUUID()];
    const first = await addFolder(bus, 'Once', key);
    expect(asked).toEqual([]);
    const { position } = await log.store.head();
    expect(await addFolder(bus, 'Once', key)).toEqual(first);
    expect(asked).toEqual([{ actor: ANN.id, key }]);
    asked.length = 0;
    const others = [addFolder(await openBus(store), 'Once', key), addFolder(bus, 'Twice')];
    expect((await Promise.all(others))[0]).toEqual(first);
    expect(asked).toEqual([{ actor: ANN.id, key }]);
    expect(await eventsAfter(position)).toHaveLength(1);
  });

  it('belongs to a user', async () => {
    const [bus, key] = [await openBus(log.another()), randomUUID()];
    const sue = { ...SAM, role: 'admin' } as const;
    const [ann, sam] = [await addFolder(bus, 'Own', key), await addFolder(bus, 'Own', key, sue)];
    expect(ann.id).not.toBe(sam.id);
  });
});
