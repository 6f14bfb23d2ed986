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
import { Tab } from './test-tab.js';

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

/** What tabs and replicas are at, one after the other; most of it is not waited for. */
const doings = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...(['append', 'step', 'step', 'move', 'cut', 'watch', 'unwatch', 'outage', 'wait'] as const),
    ),
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

it(
  'tells each change once, in position order, whatever breaks off and goes on meanwhile',
  async () => {
    const replicas = [replica, second];
    const cookies = [await ground.person(), await ground.person()];
    await fc.assert(
      fc.asyncProperty(history, doings, async (events, all) => {
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
        const expected = tabs.map((tab) =>
          tab.topics.map((topic) => {
            const positions = log
              .filter((event) => changesOf(event).some((change) => change.topic === topic))
              .map(({ position }) => position);
            const { from } = tab.records.findLast((each) => each.topic === topic)!;
            return positions.filter((position) => position > from);
          }),
        );
        const came = () =>
          tabs.map((tab) =>
            tab.topics.map((topic) => tab.records.findLast((each) => each.topic === topic)!.came),
          );
        await waitFor(() => expect(came()).toEqual(expected), 10_000);
        for (const { came: positions } of tabs.flatMap(({ records }) => records))
          expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
        expect(tabs.map(({ resyncs }) => resyncs)).toEqual(tabs.map(() => 0));
        for (const tab of tabs) tab.cut();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  Math.max(60_000, RUNS * 10_000),
);
