import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamOf, type DomainEvent, type StoredEvent } from '@feusa/contracts/events';
import { folderTopic, type Change } from '@feusa/contracts/live';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { changesOf } from '../read-model/rows.js';
import { history } from '../read-model/test-history.js';
import { LiveLog, type LiveReplica, type Planned } from './test-live.js';
import { Tab, type Watched } from './test-tab.js';

/** More rounds: FEUSA_ORDER_RUNS=200. */
const RUNS = Number(process.env['FEUSA_ORDER_RUNS'] ?? 5);
let ground: LiveLog;
let replica: LiveReplica;
let second: LiveReplica;
beforeAll(async () => {
  ground = await LiveLog.open();
  [replica, second] = [await ground.replica(), await ground.replica()];
});
afterAll(() => ground.close());

const person: DomainEvent = {
  type: 'EmployeeAdded',
  data: {
    ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '402 555 0100', role: 'Mechanic' },
    ...{ email: 'ann@feusa.local', location: 'York', department: 'Service', manager: 'Eve' },
  },
};
const newPerson = (): Planned => ({
  stream: streamOf('employee', randomUUID()),
  version: 1,
  event: person,
});
const newFolder = (id: string, parentId: string | null = null): Planned => ({
  stream: streamOf('folder', id),
  version: 1,
  event: { type: 'FolderAdded', data: { name: 'Parts', parentId } },
});

it('tells a change once to a socket that resumes while its batch is being pushed', async () => {
  const parent = randomUUID();
  const [first] = await ground.append([newFolder(parent)]);
  await replica.step();
  const cookie = await ground.person();
  const [looking, resuming] = [await replica.connect(cookie), await replica.connect(cookie)];
  await looking.emitWithAck('watch', { topics: [`folder:${parent}`] });

  // The path of what is pushed first is looked up, which takes its time here.
  const { rows } = replica.model;
  const read = rows.chain.bind(rows);
  let hold = () => {};
  const held = new Promise<void>((release) => (hold = release));
  const asked = jest.spyOn(rows, 'chain').mockImplementation(async (id) => {
    await held;
    return read(id);
  });
  const positions = await ground.append([
    newFolder(randomUUID(), parent),
    newPerson(),
    newPerson(),
  ]);
  const pushing = replica.step();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  const received: Change[] = [];
  resuming.on('change', (change: Change) => received.push(change));
  await resuming.emitWithAck('watch', { topics: ['employees'], after: String(first) });
  await sleep(200);
  hold();
  await pushing;
  asked.mockRestore();
  const [last] = await ground.append([newPerson()]);
  await replica.step();
  await waitFor(() => expect(received.at(-1)?.position).toBe(String(last)));
  expect(received.map(({ position }) => Number(position))).toEqual([...positions.slice(1), last]);
});

const DOINGS = [
  ...(['append', 'step', 'step', 'move', 'cut', 'watch', 'unwatch', 'outage', 'wait'] as const),
];
type Doing = (typeof DOINGS)[number];
/** What was heard of a topic, and the positions of all that has changed in it since it was read. */
interface Heard {
  readonly watched: Watched;
  readonly positions: readonly number[];
}
/** What tabs and replicas are at, one after the other; most of it is not waited for. */
const doings = fc.array(
  fc.record({
    what: fc.constantFrom(...DOINGS),
    one: fc.nat(1000),
    other: fc.nat(1000),
  }),
  { minLength: 30, maxLength: 60, size: 'max' },
);

/** The same history about other things: every round is on the same log. */
const renamed = (events: readonly StoredEvent[], round: string): Planned[] =>
  (
    JSON.parse(
      JSON.stringify(events).replaceAll('00000000-0000-', `${round}-0000-`),
    ) as StoredEvent[]
  )
    .filter(({ type }) => !type.startsWith('User'))
    .map(({ stream, version, type, data }) => ({
      ...{ stream, version },
      event: { type, data } as DomainEvent,
    }));

/** Has all of it happen; each tab with what it was to hear of its topics in the end, by the log. */
async function happen(
  replicas: readonly LiveReplica[],
  events: readonly StoredEvent[],
  all: readonly { readonly what: Doing; readonly one: number; readonly other: number }[],
): Promise<readonly { readonly tab: Tab; readonly expected: readonly Heard[] }[]> {
  const cookies = [await ground.person(), await ground.person()];
  const round = randomUUID().slice(0, 8);
  const planned = renamed(events, round);
  const folders = planned.filter(({ event: { type } }) => type === 'FolderAdded').slice(0, 3);
  await ground.append(folders.map((each) => planned.splice(planned.indexOf(each), 1)[0]!));
  await Promise.all(replicas.map((each) => each.later()));
  const topics = ['employees', 'errors', 'folder:root'].concat(
    folders.map(({ stream }) => folderTopic(stream.slice('folder-'.length))),
  );
  const tabs = cookies.flatMap((cookie) => replicas.map((each) => new Tab(cookie, each)));
  for (const tab of tabs) {
    await tab.connect();
    for (const topic of topics.slice(0, 4)) await tab.watch(topic);
  }

  const busy = new Map<Tab, Promise<unknown>>();
  const inTurn = (tab: Tab, work: () => unknown) =>
    void busy.set(tab, (busy.get(tab) ?? Promise.resolve()).then(work));
  for (const { what, one, other } of all) {
    const tab = tabs[one % tabs.length]!;
    const topic = topics[other % topics.length]!;
    const place = replicas[other % replicas.length]!;
    const doing = {
      append: () => ground.append(planned.splice(0, 1 + (one % 7))),
      step: () => void place.later(1 + (one % 5)),
      move: () => inTurn(tab, () => tab.connect(place)),
      cut: () => tab.cut(),
      watch: () => inTurn(tab, () => tab.watch(topic)),
      unwatch: () => inTurn(tab, () => tab.unwatch(topic)),
      outage: () => place.fail(1 + (one % 4)),
      wait: () => sleep(one % 10),
    };
    await doing[what]();
  }
  await ground.append(planned);
  // Tabs that have seen more than their replica wait for it.
  await Promise.all(replicas.map((each) => each.later()));
  await Promise.all(busy.values());
  for (const tab of tabs) if (!tab.connected) await tab.connect();

  const log = await ground.log.store.read(0, 100_000);
  return tabs.map((tab) => ({
    tab,
    expected: tab.topics.map((topic) => {
      const positions = log
        .filter((event) => changesOf(event).some((change) => change.topic === topic))
        .map(({ position }) => position);
      const watched = tab.records.findLast((each) => each.topic === topic)!;
      return { watched, positions: positions.filter((position) => position > watched.from) };
    }),
  }));
}

const runs = { numRuns: RUNS, endOnFailure: true };
const TIME = Math.max(60_000, RUNS * 10_000);

it(
  'tells each change once, in position order, whatever breaks off and goes on meanwhile',
  async () => {
    const replicas = [replica, second];
    await fc.assert(
      fc.asyncProperty(history, doings, async (events, all) => {
        const tabs = await happen(replicas, events, all);
        const heard = tabs.flatMap(({ expected }) => expected);
        const came = () => heard.map(({ watched }) => watched.came);
        const positions = heard.map((each) => each.positions);
        await waitFor(() => expect(came()).toEqual(positions), 10_000);
        for (const { came: positions } of tabs.flatMap(({ tab }) => tab.records))
          expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
        expect(tabs.map(({ tab }) => tab.resyncs)).toEqual(tabs.map(() => 0));
        for (const { tab } of tabs) tab.cut();
      }),
      runs,
    );
  },
  TIME,
);

/** What a screen lacks that has read the topic again each time that it was told to. */
const lacks = ({ watched: { heard }, positions }: Heard, upTo = Infinity) => {
  const page = heard.findLast(({ isPage }) => isPage)?.position ?? 0;
  const came = new Set(heard.map(({ position }) => position));
  return positions.filter((each) => each > page && each <= upTo && !came.has(each));
};

/** Whether it had, whenever something came, all that comes before it. */
const wasWhole = ({ watched, positions }: Heard) =>
  watched.heard.every(({ position, isPage }, index) => {
    const heard = watched.heard.slice(0, index + 1);
    return isPage || lacks({ watched: { ...watched, heard }, positions }, position).length === 0;
  });

it(
  'tells a topic that changes fast by reading it again, and never what comes after something untold',
  async () => {
    const fast = { most: 2, deliveries: 0, windowMs: 25 };
    const replicas = [await ground.replica(fast), await ground.replica(fast)];
    let resyncs = 0;
    await fc.assert(
      fc.asyncProperty(history, doings, async (events, all) => {
        const tabs = await happen(replicas, events, all);
        const heard = tabs.flatMap(({ expected }) => expected);
        await waitFor(() => expect(heard.map((each) => lacks(each))).toEqual(heard.map(() => [])));
        expect(heard.filter((each) => !wasWhole(each))).toEqual([]);
        for (const { came } of tabs.flatMap(({ tab }) => tab.records))
          expect(came).toEqual([...new Set(came)].toSorted((a, b) => a - b));
        for (const { tab } of tabs) {
          resyncs += tab.resyncs;
          tab.cut();
        }
      }),
      runs,
    );
    expect(resyncs).toBeGreaterThan(0);
  },
  TIME,
);
