import { randomUUID } from 'node:crypto';
import { streamOf, type DomainEvent, type StoredEvent } from '@feusa/contracts/events';
import { folderTopic, type Change, type Topic } from '@feusa/contracts/live';
import { waitFor } from '@feusa/testing/wait';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { LiveLog, type LiveReplica, type Planned } from './test-live.js';

const NAME = 'Quartzite';
let ground: LiveLog;
let replica: LiveReplica;
let second: LiveReplica;
beforeAll(async () => {
  ground = await LiveLog.open();
  [replica, second] = [await ground.replica(), await ground.replica()];
});
afterAll(() => ground.close());

const folder = (id: string, version: number, event: DomainEvent): Planned => ({
  ...{ stream: streamOf('folder', id), version },
  event,
});
const group = (id: string, version: number, event: DomainEvent): Planned => ({
  ...{ stream: streamOf('group', id), version },
  event,
});
const newFolder = (id: string, parentId: string | null = null) =>
  folder(id, 1, { type: 'FolderAdded', data: { name: 'Parts', parentId } });
const restrict = (id: string, parentId: string | null = null, read: string[] = []) =>
  folder(id, 2, { type: 'FolderAccessSet', data: { parentId, access: { read, manage: [] } } });
const newGroup = (id: string) => group(id, 1, { type: 'GroupAdded', data: { name: 'Office' } });
const members = (id: string, version: number, userIds: string[]) =>
  group(id, version, { type: 'GroupMembersSet', data: { userIds } });
const file = (id: string, version: number, event: DomainEvent): Planned => ({
  ...{ stream: streamOf('file', id), version },
  event,
});
const newFile = (id: string, folderId: string, name: string) =>
  file(id, 1, {
    type: 'FileAdded',
    data: { folderId, name, blob: 'a'.repeat(64), size: 1, mediaType: 'text/plain' },
  });
/** A file that was there for all, and is renamed where it is hidden. */
const hiddenLater = (id: string, fromFolderId: string, folderId: string) => [
  newFile(id, fromFolderId, 'Plain'),
  file(id, 2, { type: 'FileMoved', data: { folderId, fromFolderId } }),
  file(id, 3, { type: 'FileRenamed', data: { folderId, name: NAME } }),
];

type LiveMessage = Partial<Change> & { readonly resync?: Topic };

async function browser(at: LiveReplica, person: string, topic: Topic, after?: number) {
  const socket = await at.connect(person);
  const received: LiveMessage[] = [];
  socket.on('change', (change: Change) => received.push(change));
  socket.on('resync', ({ topic: resync }: { topic: Topic }) => received.push({ resync }));
  const since = after === undefined ? {} : { after: String(after) };
  expect(await socket.emitWithAck('watch', { topics: [topic], ...since })).toHaveProperty(
    'position',
  );
  return received;
}

/** What is told until something that all may see. */
async function untilFence(
  received: readonly LiveMessage[],
  parentId: string,
  at = replica,
): Promise<void> {
  const id = randomUUID();
  await ground.append([newFolder(id, parentId)]);
  await at.step();
  await waitFor(() => expect(received).toContainEqual(expect.objectContaining({ id })));
}

const position = () => replica.model.progress.position;
const stepAll = () => Promise.all([replica.step(), second.step()]);

it('what is put into a folder in the same batch in which it is restricted is told to nobody else', async () => {
  const [outer, inner] = [randomUUID(), randomUUID()];
  await ground.append([newFolder(outer), newFolder(inner, outer)]);
  await stepAll();
  const person = await ground.person();
  const [received, above] = [
    await browser(replica, person, folderTopic(inner)),
    await browser(replica, person, folderTopic(outer)),
  ];
  await ground.append([restrict(inner, outer), newFile(randomUUID(), inner, NAME)]);
  await stepAll();
  await untilFence(above, outer);
  expect(received).toEqual([{ resync: folderTopic(inner) }]);
  expect(above).toContainEqual(expect.objectContaining({ op: 'remove', id: inner }));
});

it('a file that went where it is hidden is not shown by what it is called there', async () => {
  const [open, hidden] = [randomUUID(), randomUUID()];
  await ground.append([newFolder(open), newFolder(hidden), restrict(hidden)]);
  await stepAll();
  const person = await ground.person();
  const from = position();
  const live = await browser(second, person, folderTopic(open));
  await ground.append(hiddenLater(randomUUID(), open, hidden));
  await replica.step();
  // The row in the table is newer than what is told here.
  while (await second.step(1));
  const again = await browser(replica, person, folderTopic(open), from);
  await untilFence(again, open);
  await untilFence(live, open, second);
  for (const received of [live, again]) {
    expect(received).toContainEqual(expect.objectContaining({ op: 'remove' }));
    expect(JSON.stringify(received)).not.toContain(NAME);
    expect(JSON.stringify(received)).not.toContain(hidden);
  }
});

it.each(['restricted', 'moved where it is hidden'])(
  'a folder goes where another process has written already that it is %s',
  async (how) => {
    const [parent, id, hidden] = [randomUUID(), randomUUID(), randomUUID()];
    await ground.append([newFolder(parent), newFolder(id, parent), newFolder(hidden)]);
    await ground.append([restrict(hidden)]);
    await stepAll();
    // It remembers nothing of the folder, and reads what the first has written.
    const third = await ground.replica();
    const received = await browser(third, await ground.person(), folderTopic(parent));
    await ground.append([
      folder(id, 2, { type: 'FolderRenamed', data: { name: 'Wheels', parentId: parent } }),
      how === 'restricted'
        ? folder(id, 3, {
            type: 'FolderAccessSet',
            data: { parentId: parent, access: { read: [], manage: [] } },
          })
        : folder(id, 3, {
            type: 'FolderMoved',
            data: { parentId: hidden, fromParentId: parent },
          }),
    ]);
    await replica.step();
    while (await third.step(1));
    await untilFence(received, parent, third);
    expect(received.filter((each) => each.id === id)).toEqual([
      expect.objectContaining({ op: 'remove' }),
    ]);
  },
);

it('nothing opens while the folders are read anew', async () => {
  const id = randomUUID();
  await ground.append([newFolder(id), restrict(id)]);
  await stepAll();
  const { access, database } = replica.model;
  const isRead = () => access.sightOf({ id: randomUUID(), role: 'basic' }).reads(id);
  const where = database.where.bind(database);
  const seen: boolean[] = [];
  const asked = jest.spyOn(database, 'where').mockImplementation((...given) => {
    seen.push(isRead());
    return where(...given) as never;
  });
  const reading = access.load(database);
  seen.push(isRead());
  await reading;
  asked.mockRestore();
  expect([...seen, isRead()]).toEqual([false, false, false]);
});

it('one row goes with a group; where several go at one position, the page is read again', async () => {
  const [parent, one, two, few, alone, office, user] = Array.from({ length: 7 }, () =>
    randomUUID(),
  );
  await ground.append([
    ...[newGroup(office!), newFolder(parent!), newFolder(few!)],
    ...[newFolder(one!, parent), newFolder(two!, parent), newFolder(alone!, few)],
  ]);
  await ground.append([
    members(office!, 2, [user!]),
    ...[one, two].map((id) => restrict(id!, parent, [office!])),
    restrict(alone!, few, [office!]),
  ]);
  await stepAll();
  const person = await ground.person('basic', user);
  const [many, single] = [
    await browser(replica, person, folderTopic(parent!)),
    await browser(replica, person, folderTopic(few!)),
  ];
  await ground.append([members(office!, 3, [])]);
  await stepAll();
  await waitFor(() => expect(single).toMatchObject([{ op: 'remove', id: alone }]));
  expect(many).toEqual([{ resync: folderTopic(parent!) }]);
});

it('what comes in sight while something missed is told again is not lost', async () => {
  const [parent, hidden, office, user] = Array.from({ length: 4 }, () => randomUUID());
  await ground.append([newFolder(parent!), newFolder(hidden!, parent), newGroup(office!)]);
  await ground.append([restrict(hidden!, parent, [office!])]);
  await stepAll();
  const from = position();
  await ground.append([newFolder(randomUUID(), parent)]);
  await stepAll();
  const { rows } = replica.model;
  const read = rows.chain.bind(rows);
  let release = () => {};
  const held = new Promise<void>((go) => (release = go));
  const asked = jest.spyOn(rows, 'chain').mockImplementation(async (id) => {
    await held;
    return read(id);
  });
  const received = await browser(
    replica,
    await ground.person('basic', user),
    folderTopic(parent!),
    from,
  );
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await ground.append([members(office!, 2, [user!])]);
  await stepAll();
  release();
  asked.mockRestore();
  await waitFor(() => expect(received).toContainEqual({ resync: folderTopic(parent!) }));
});

it('who is in a group, told late, is looked at again by all, also by who was away', async () => {
  const [parent, hidden, office, user] = Array.from({ length: 4 }, () => randomUUID());
  await ground.append([newFolder(parent!), newFolder(hidden!, parent), newGroup(office!)]);
  await ground.append([restrict(hidden!, parent, [office!]), members(office!, 2, [user!])]);
  await stepAll();
  const person = await ground.person('basic', user);
  const received = await browser(replica, person, folderTopic(parent!));
  const [left] = await ground.append([members(office!, 3, [])]);
  await ground.append([newFolder(randomUUID(), parent)]);
  const events = await replica.model.store.read(left! - 1, 10);
  const isLate = ({ position: at }: StoredEvent) => at === left;
  await replica.project(events.filter((event) => !isLate(event)));
  const from = position();
  await replica.model.projector.redrive(events.filter(isLate));
  await waitFor(() => expect(received).toContainEqual({ resync: folderTopic(parent!) }));
  const again = await browser(replica, person, folderTopic(parent!), from);
  await waitFor(() => expect(again).toEqual([{ resync: folderTopic(parent!) }]));
});
