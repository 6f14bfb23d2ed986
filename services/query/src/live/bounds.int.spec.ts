import { randomUUID } from 'node:crypto';
import { liveBounds } from '@feusa/contracts/bounds';
import { streamOf } from '@feusa/contracts/events';
import { folderTopic, type Change } from '@feusa/contracts/live';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { LiveLog, type LiveReplica, type Planned } from './test-live.js';

let ground: LiveLog;
let replica: LiveReplica;
beforeAll(async () => {
  ground = await LiveLog.open();
  replica = await ground.replica();
});
afterAll(() => ground.close());

const newFolder = (id: string = randomUUID(), parentId: string | null = null): Planned => ({
  stream: streamOf('folder', id),
  version: 1,
  event: { type: 'FolderAdded', data: { name: 'Parts', parentId } },
});
async function addFolders(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await ground.append(ids.map((id) => newFolder(id)));
  await replica.step();
  return ids.map(folderTopic);
}
const watch = (socket: Socket, topics: readonly string[], after?: number) =>
  socket.emitWithAck('watch', {
    topics,
    ...(after !== undefined && { after: String(after) }),
  }) as Promise<object>;

it('a socket has 300 topics at most, and gets room by leaving some', async () => {
  const socket = await replica.connect(await ground.person());
  const topics = await addFolders(301);
  expect(await watch(socket, topics.slice(0, 200))).toHaveProperty('position');
  expect(await watch(socket, topics.slice(200))).toEqual({ error: 'Too many topics' });
  expect(await watch(socket, topics.slice(200, 300))).toHaveProperty('position');
  expect(await watch(socket, topics.slice(0, 5))).toHaveProperty('position');
  expect(await watch(socket, ['employees'])).toHaveProperty('error');
  await socket.emitWithAck('unwatch', { topics: topics.slice(0, 1) });
  expect(await watch(socket, ['employees'])).toHaveProperty('position');
});

it('a socket may ask for all of its 300 topics at once, and for no more', async () => {
  const socket = await replica.connect(await ground.person());
  const topics = await addFolders(301);
  expect(await watch(socket, topics)).toHaveProperty('error');
  expect(await watch(socket, topics.slice(0, 300))).toHaveProperty('position');
  expect(await socket.emitWithAck('unwatch', { topics: topics.slice(0, 300) })).toHaveProperty(
    'position',
  );
});

it('nobody joins what there is not, whoever guesses is cut, and nothing is left of it', async () => {
  const cookie = await ground.person();
  const sockets = await Promise.all(Array.from({ length: 5 }, () => replica.connect(cookie)));
  const before = replica.live.topics;
  await Promise.all(
    sockets.map(async (socket) => {
      const cut = new Promise((resolve) => socket.on('disconnect', resolve));
      for (let n = 0; n < 20; n++)
        socket.emit('watch', {
          topics: Array.from({ length: 200 }, () => folderTopic(randomUUID())),
        });
      await cut;
    }),
  );
  expect(replica.live.topics).toBe(before);
});

it('who opens sockets all the time waits, and others do not', async () => {
  const [cookie, other] = [await ground.person(), await ground.person()];
  const { value: most } = liveBounds.opened;
  const comeAndGo = () => replica.connect(cookie).then((socket) => socket.disconnect(), String);
  for (let opened = 0; opened < most; opened += 10)
    await Promise.all(Array.from({ length: 10 }, comeAndGo));
  await expect(replica.connect(cookie)).rejects.toThrow('websocket error');
  await replica.connect(other);
});

it('who is cut for floods cannot go on for ever over other sockets', async () => {
  const cookie = await ground.person();
  const flood = async () => {
    const socket = await replica.connect(cookie);
    const cut = new Promise((resolve) => socket.on('disconnect', resolve));
    let sent = 0;
    while (socket.connected && sent++ < 700)
      await Promise.race([watch(socket, ['employees']), cut]);
    return sent;
  };
  for (let round = 0; round < 10; round++) expect(await flood()).toBe(601);
  expect(await flood()).toBe(1);
});

it('topics are forgotten with the sockets that watched them', async () => {
  const cookie = await ground.person();
  const topics = await addFolders(100);
  const before = replica.live.topics;
  const sockets = await Promise.all(Array.from({ length: 20 }, () => replica.connect(cookie)));
  for (const socket of sockets) await watch(socket, topics, 0);
  await waitFor(() => expect(replica.live.topics).toBeGreaterThanOrEqual(before + 100));
  await expect(replica.connect(cookie)).rejects.toThrow('too many connections');
  for (const socket of sockets) socket.disconnect();
  await waitFor(() => expect(replica.live.topics).toBeLessThanOrEqual(before), 10_000);
  await waitFor(() => replica.connect(cookie), 10_000);
});

it('what was missed is found without the log, and nothing is read where nothing happened', async () => {
  const socket = await replica.connect(await ground.person());
  const [quiet] = await addFolders(1);
  const { position: from } = replica.model.progress;
  await addFolders(150);
  const read = jest.spyOn(replica.model.store, 'read');
  const find = jest.spyOn(replica.model.database, 'find');
  const received: Change[] = [];
  socket.on('change', (change: Change) => received.push(change));
  await watch(socket, [quiet!], from);
  await watch(socket, ['folder:root'], from);
  await waitFor(() => expect(received).toHaveLength(150));
  expect([read.mock.calls, find.mock.calls.length]).toEqual([[], 1]);
  read.mockRestore();
  find.mockRestore();
});

it('after a start the log is read once for all who ask for what was before', async () => {
  const { position } = replica.model.progress;
  const fresh = await ground.replica();
  const read = jest.spyOn(fresh.model.store, 'read');
  const cookie = await ground.person();
  const came = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = await fresh.connect(cookie);
      const received: Change[] = [];
      socket.on('change', (change: Change) => received.push(change));
      await watch(socket, ['folder:root'], position - 100);
      await waitFor(() => expect(received).toHaveLength(100), 10_000);
      return received;
    }),
  );
  expect(new Set(came.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(read).toHaveBeenCalledTimes(Math.ceil(position / 1000));
});

it('who has seen more than there is reads again', async () => {
  const socket = await replica.connect(await ground.person());
  const resync = new Promise((resolve) => socket.on('resync', resolve));
  await watch(socket, ['employees'], 1_000_000);
  expect(await resync).toEqual({ topic: 'employees' });
});
