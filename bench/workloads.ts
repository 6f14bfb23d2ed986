import { setTimeout as sleep } from 'node:timers/promises';
import { noise, people, queries } from './data.js';
import { cpuOfAll } from './growth/cost.js';
import { memoryOf, type Launched } from './kit.js';
import { closedLoop, figuresOf, type Figures } from './measure.js';

type Person = ReturnType<typeof people>[number];
interface RawAnswer {
  readonly body: Buffer;
}

/** What every measured system can do. */
export interface System {
  readonly name: string;
  setup(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  pids(): number[];
  /** Undefined where its start is not measured. */
  readonly coldStart: { spawn(): Launched; probe(): Promise<boolean> } | undefined;
  createFolder(name: string, parentId?: string): Promise<string>;
  createEmployee(fields: Person): Promise<string>;
  updateEmployee(id: string, fields: Person): Promise<unknown>;
  settle(): Promise<void>;
  getEmployee(id: string): Promise<RawAnswer>;
  listFolder(id: string): Promise<RawAnswer>;
  listEmployees(page?: { page: number }): Promise<RawAnswer[]>;
  searchEmployees(text: string): Promise<{ items(): Person[] }>;
  uploadFile(bytes: Buffer): Promise<string>;
  downloadFile(id: string): Promise<number>;
  subscribe(onChange: (person: Person) => void): Promise<{ close(): void }>;
}

export interface Scale {
  readonly seconds: number;
  readonly people: number;
  readonly files: number;
  readonly sockets: readonly number[];
}

export const scaleOf = (quick: boolean): Scale =>
  quick
    ? { seconds: 1.5, people: 10_000, files: 10, sockets: [1, 200] }
    : { seconds: 6, people: 10_000, files: 50, sockets: [1, 200] };

/** Figures by the name of what was measured. */
export type Results = Map<string, Figures>;

const once = (value: number): Figures => ({ rate: NaN, p50: value, p99: NaN });

async function eachOf<T>(
  items: readonly T[],
  width: number,
  work: (item: T, at: number) => Promise<unknown>,
) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Everything that is measured of one system, in the order of a day: writes, reads, search, files, a restart. */
export async function measureSystem(system: System, scale: Scale): Promise<Results> {
  const results: Results = new Map();
  await system.setup();
  await system.start();
  try {
    await commands(system, scale, results);
    const seeded = await seed(system, scale);
    await live(system, scale, { seeded, results });
    await reads(system, scale, { seeded, results });
    await searches(system, scale, { all: seeded.all, results });
    await files(system, scale, results);
    const memory = await Promise.all(system.pids().map(memoryOf));
    results.set('memory after it all, MiB', once(memory.reduce((sum, each) => sum + each, 0)));
  } finally {
    await system.stop();
  }
  if (system.coldStart) await coldStart(system.coldStart, results);
  return results;
}

/** Adds folders, so many at once; says how many cores the processes of the system used meanwhile. */
export async function commands(
  system: System,
  { seconds }: Pick<Scale, 'seconds'>,
  results: Results,
): Promise<void> {
  const parent = await system.createFolder('commands');
  let made = 0;
  for (const width of [1, 16, 64]) {
    const add = () => system.createFolder(`Folder ${width} ${made++}`, parent);
    const before = await cpuOfAll(system.pids());
    const began = performance.now();
    results.set(`commands, ${width} at once`, await closedLoop(width, seconds, add));
    const used = (await cpuOfAll(system.pids())) - before;
    const cores = used / (performance.now() - began);
    results.set(`cores for commands, ${width} at once`, once(cores));
  }
}

type Seeded = Awaited<ReturnType<typeof seed>>;

async function seed(system: System, scale: Scale) {
  const all = people(scale.people);
  const big = await system.createFolder('a thousand');
  const names = Array.from({ length: 1000 }, (_, n) => `Child ${String(n).padStart(4, '0')}`);
  await eachOf(names, 8, (name) => system.createFolder(name, big));
  const ids: string[] = [];
  await eachOf(all, 16, async (person, at) => (ids[at] = await system.createEmployee(person)));
  await system.settle();
  return { all, big, ids };
}

interface Given {
  readonly seeded: Seeded;
  readonly results: Results;
}

/** 50 updates a second; the time from sending one to its arrival in each socket. */
async function live(system: System, scale: Scale, { seeded: { all, ids }, results }: Given) {
  for (const count of scale.sockets) {
    const times: number[] = [];
    const onChange = ({ role }: Person) => {
      const sent = Number(/^at (\S+)$/.exec(role)?.[1]);
      if (sent) times.push(performance.now() - sent);
    };
    const sockets = await Promise.all(
      Array.from({ length: count }, () => system.subscribe(onChange)),
    );
    const writes: Promise<unknown>[] = [];
    const total = Math.round(scale.seconds * 50);
    for (let n = 0; n < total; n++) {
      const at = n % 200;
      const person = { ...all[at]!, role: `at ${performance.now()}` };
      writes.push(system.updateEmployee(ids[at]!, person));
      await sleep(20);
    }
    await Promise.all(writes);
    for (let wait = 0; times.length < total * count && wait < 100; wait++) await sleep(50);
    for (const socket of sockets) socket.close();
    if (times.length !== total * count)
      throw new Error(`${times.length} of ${total * count} arrived`);
    results.set(`command to screen, ${count} watching`, figuresOf(times, scale.seconds));
  }
}

async function reads(system: System, scale: Scale, { seeded: { big, ids }, results }: Given) {
  const { seconds } = scale;
  const pages = Math.floor(scale.people / 100);
  let turn = 0;
  const any = (length: number) => (turn = (turn * 31 + 17) % 99_991) % length;
  const loop = async (name: string, width: number, call: () => Promise<unknown>) =>
    results.set(name, await closedLoop(width, seconds, call));
  await loop('a folder of 1,000', 16, () => system.listFolder(big));
  await loop('a page of 100 people', 16, () => system.listEmployees({ page: 1 + any(pages) }));
  await loop('one person', 16, () => system.getEmployee(ids[200 + any(ids.length - 200)]!));
  await loop('everybody in one answer', 1, () => system.listEmployees());
}

const NAMES = { exact: 'exact', typo: 'with a typo', plain: 'without accents' };

async function searches(
  system: System,
  { seconds }: Scale,
  { all, results }: { all: Person[]; results: Results },
) {
  const asked = queries(all, 200);
  let next = 0;
  for (const kind of ['prefix', 'typo'] as const) {
    const search = () => system.searchEmployees(asked[kind][next++ % asked[kind].length]!.text);
    results.set(`search by ${kind}, 1 at once`, await closedLoop(1, seconds, search));
    results.set(`search by ${kind}, 16 at once`, await closedLoop(16, seconds, search));
  }
  for (const kind of ['exact', 'typo', 'plain'] as const) {
    let found = 0;
    for (const { text, firstName, lastName } of asked[kind]) {
      const first = (await system.searchEmployees(text)).items().slice(0, 10);
      const meant = (person: Person) =>
        person.firstName === firstName && person.lastName === lastName;
      if (first.some(meant)) found++;
    }
    results.set(`right person in the first 10, of 200: ${NAMES[kind]}`, once(found));
  }
}

async function files(system: System, scale: Scale, results: Results) {
  for (const [label, mebibytes, count] of [
    ['1 MiB', 1, scale.files],
    ['100 MiB', 100, 2],
  ] as const) {
    const bytes = noise(mebibytes << 20, mebibytes);
    const ids: string[] = [];
    await system.uploadFile(bytes.subarray(0, 1 << 20));
    const timed = async (name: string, work: (at: number) => Promise<unknown>) => {
      const start = performance.now();
      for (let at = 0; at < count; at++) await work(at);
      const seconds = (performance.now() - start) / 1000;
      results.set(`${name} of ${label}, MiB/s`, once((count * mebibytes) / seconds));
    };
    await timed('upload', async (at) => (ids[at] = await system.uploadFile(bytes)));
    await timed('download', async (at) => {
      const size = await system.downloadFile(ids[at]!);
      if (size !== bytes.length) throw new Error('a download was cut short');
    });
  }
}

async function coldStart({ spawn, probe }: NonNullable<System['coldStart']>, results: Results) {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const launched = spawn();
    while (!(await probe().catch(() => false))) await sleep(4);
    times.push(performance.now() - start);
    process.kill(launched.pid, 'SIGTERM');
    await launched.ended;
  }
  results.set('start on this data, ms', once(times.sort((a, b) => a - b)[1] ?? NaN));
}
