import type { StoredEvent } from '@feusa/contracts/events';
import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { eventOf, openBench, Recorder, type Bench } from './test-consumer.js';

const STREAMS = 'abcdef';
const numbers = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40, size: 'max' });

/** Events of six streams in any interleaving. */
const log = fc
  .array(fc.nat(STREAMS.length - 1), { minLength: 1, maxLength: 60, size: 'max' })
  .map((turns) => {
    const versions = new Map<number, number>();
    return turns.map((turn, index) => {
      const version = (versions.get(turn) ?? 0) + 1;
      versions.set(turn, version);
      return eventOf(`${STREAMS[turn]}${version}`, index + 1);
    });
  });

const poisonOf = (events: readonly StoredEvent[], picks: readonly number[]): Set<string> =>
  new Set(events.filter((_, index) => picks[index % picks.length]! % 7 === 0).map(({ id }) => id));

function batchesOf(events: readonly StoredEvent[], sizes: readonly number[]): StoredEvent[][] {
  const [rest, batches] = [[...events], [] as StoredEvent[][]];
  for (let turn = 0; rest.length > 0; turn++) {
    batches.push(rest.splice(0, 1 + (sizes[turn % sizes.length]! % 9)));
  }
  return batches;
}

const firstOf = (names: ReadonlySet<string>, stream: string) =>
  Math.min(...[...names].filter(([s]) => s === stream).map((name) => Number(name.slice(1))));
const sorted = (events: readonly StoredEvent[]) => events.map(({ id }) => id).sort();

/** Whatever the checkpoint has passed is handled or blocked, at any moment. */
function watch(recorder: Recorder, bench: Bench) {
  const blocked = new Map<string, number>();
  const { add } = bench.letters;
  bench.letters.add = async (letter) => {
    await add(letter);
    blocked.set(
      letter.stream,
      Math.min(letter.fromVersion, blocked.get(letter.stream) ?? Infinity),
    );
  };
  const lost: string[] = [];
  recorder.afterHandling = () => {
    for (const { id, stream, version, position } of bench.log) {
      if (position > recorder.saved || recorder.handled.includes(id)) continue;
      if (version < (blocked.get(stream) ?? Infinity)) lost.push(id);
    }
  };
  return lost;
}

it('handles every other stream once and in order, blocks those that stop, and loses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(log, numbers, numbers, async (events, picks, sizes) => {
      const bench = openBench();
      bench.log.push(...events);
      const poison = poisonOf(events, picks);
      const recorder = new Recorder(poison);
      const lost = watch(recorder, bench);
      const consumer = bench.process(recorder);
      for (const batch of batchesOf(events, sizes)) await consumer.handle(batch);
      const expected = events.filter(({ stream, version }) => version < firstOf(poison, stream));
      expect(recorder.handled.toSorted()).toEqual(sorted(expected));
      const stopped = [...STREAMS].filter((stream) => Number.isFinite(firstOf(poison, stream)));
      expect((await bench.blocked()).sort()).toEqual(stopped.map((s) => s + firstOf(poison, s)));
      expect(recorder.saved).toBe(events.length);
      expect(lost).toEqual([]);
      await consumer.close();
    }),
    { numRuns: 200 },
  );
});

it('after the fix, redrives at any moment and restarts lead to a plain replay, each event once', async () => {
  await fc.assert(
    fc.asyncProperty(log, numbers, numbers, numbers, async (events, picks, sizes, turns) => {
      const bench = openBench();
      bench.log.push(...events);
      const recorder = new Recorder(poisonOf(events, picks));
      let consumer = bench.process(recorder);
      await consumer.checkpoint();
      for (const [index, batch] of batchesOf(events, sizes).entries()) {
        const turn = turns[index % turns.length]! % 6;
        if (turn === 0) recorder.poison.clear();
        if (turn <= 2) await bench.redriveAll(true);
        const work = [consumer.handle(batch), ...(turn <= 3 ? [consumer.poll()] : [])];
        await Promise.all(work);
        if (turn !== 4) continue;
        await consumer.close();
        consumer = bench.process(recorder);
        await consumer.checkpoint();
      }
      recorder.poison.clear();
      await bench.redriveAll(true);
      await consumer.poll();
      expect(recorder.handled.toSorted()).toEqual(sorted(events));
      expect(await bench.blocked()).toEqual([]);
      await consumer.close();
    }),
    { numRuns: 200 },
  );
});

it('shares the work of partitions between processes, whichever of them redrives', async () => {
  await fc.assert(
    fc.asyncProperty(log, numbers, numbers, async (events, picks, sizes) => {
      const bench = openBench();
      bench.log.push(...events);
      const poison = poisonOf(events, picks);
      const recorders = [1, 2, 3].map(() => new Versioned(poison));
      const workers = recorders.map((recorder) => bench.process(recorder));
      const workerOf = ({ stream }: StoredEvent) => STREAMS.indexOf(stream) % workers.length;
      await Promise.all(
        workers.map(async (worker, at) => {
          const mine = events.filter((event) => workerOf(event) === at);
          for (const batch of batchesOf(mine, sizes)) await worker.handle(batch);
        }),
      );
      poison.clear();
      await bench.redriveAll(true);
      const [first, ...others] = sizes[0]! % 2 ? workers : workers.toReversed();
      for (const worker of [first!, ...others]) await worker.poll();
      expect(Versioned.newest(recorders)).toEqual(newestOf(events));
      await Promise.all(workers.map((worker) => worker.close()));
    }),
    { numRuns: 100 },
  );
});

const newestOf = (events: readonly StoredEvent[]) =>
  Object.fromEntries(events.map(({ stream, version }) => [stream, version]));

/** As an index outside the process: keeps the newest version of each stream, whatever comes again. */
class Versioned {
  readonly name = 'versioned';
  readonly versions = new Map<string, number>();
  constructor(private readonly poison: ReadonlySet<string>) {}
  checkpoint = async () => 0;
  async handle(events: readonly StoredEvent[]) {
    for (const { id, stream, version } of events) {
      if (this.poison.has(id)) throw new Error('cannot be indexed');
      this.versions.set(stream, Math.max(version, this.versions.get(stream) ?? 0));
    }
  }
  static newest(all: readonly Versioned[]) {
    const newest: Record<string, number> = {};
    for (const { versions } of all) {
      for (const [stream, version] of versions) {
        newest[stream] = Math.max(version, newest[stream] ?? 0);
      }
    }
    return newest;
  }
}
