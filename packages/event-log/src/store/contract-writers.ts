import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { independentHash } from './test-independent.js';
import {
  append,
  appendAtLast,
  batch,
  folderStream,
  sample,
  type SampleStore,
} from './test-samples.js';

const WRITERS = 8;
const ROUNDS = 15;

/** What holds however many processes write at once. */
export const writersContract = (open: () => Promise<SampleStore>) =>
  describe('with 8 writers at once', () => {
    let opened: SampleStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    it('holds the log still for one who decides in turn', async () => {
      const { store } = opened;
      const [stream, other] = [folderStream(), folderStream()];
      const stale = await store.head();
      let racing: Promise<unknown> = Promise.resolve();
      const recorded = await store.appendUnderLock(async () => {
        racing = opened.another().append(batch(stale, [sample(other, 1)]));
        await setTimeout(50);
        expect(await store.head()).toEqual(stale);
        return batch(await store.head(), [sample(stream, 1)]);
      });
      expect(recorded.map(({ event }) => event.stream)).toEqual([stream]);
      expect(await racing).toBeUndefined();
      const turns = await Promise.all(
        Array.from({ length: WRITERS }, () => {
          const mine = opened.another();
          const decide = async () => batch(await mine.head(), [sample(folderStream(), 1)]);
          return mine.appendUnderLock(decide);
        }),
      );
      const positions = turns.flat().map(({ event }) => event.position);
      expect(positions.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    });

    it('lets the others go on where deciding in turn fails', async () => {
      const { store } = opened;
      const failing = store.appendUnderLock(() => Promise.reject(new Error('no decision')));
      await expect(failing).rejects.toThrow('no decision');
      const stale = { position: 7, hash: Buffer.alloc(32) };
      const wrong = store.appendUnderLock(async () => batch(stale, [sample(folderStream(), 1)]));
      await expect(wrong).rejects.toThrow('not decided at the head');
      expect(await store.appendUnderLock(async () => batch(stale, []))).toEqual([]);
      expect(await append(store, [sample(folderStream(), 1)])).toHaveLength(1);
    });

    it('loses nothing, repeats nothing, leaves no hole and shows commits in order', async () => {
      const streams = Array.from({ length: WRITERS }, folderStream);
      let writing = true;
      let written = 0;
      const seen: number[] = [];
      const reader = (async () => {
        const store = opened.another();
        for (let last = false; !last;) {
          last = !writing;
          const events = await store.read(seen.at(-1) ?? 0, 1000);
          seen.push(...events.map(({ position }) => position));
        }
      })();
      await Promise.all(
        streams.map(async (stream, writer) => {
          const store = opened.another();
          let version = 0;
          for (let round = 0; round < ROUNDS; round++) {
            const count = 1 + ((writer + round) % 3);
            const events = Array.from({ length: count }, () => sample(stream, ++version));
            const recorded = await appendAtLast(store, events);
            written += count;
            const first = recorded[0]?.event.position ?? 0;
            expect(recorded.map(({ event }) => event.position)).toEqual(
              events.map((_event, index) => first + index),
            );
          }
        }),
      );
      writing = false;
      await reader;

      const log = await opened.store.readRecorded(0, 10_000);
      const places = log.map(({ event }) => event.position);
      expect(places).toEqual(Array.from(log, (_sealed, index) => index + 1));
      expect(seen).toEqual(places);
      for (const stream of streams) {
        const versions = log.filter(({ event }) => event.stream === stream);
        expect(versions.map(({ event }) => event.version)).toEqual(
          Array.from(versions, (_sealed, index) => index + 1),
        );
      }
      expect(log).toHaveLength(written);
      let hash: string | undefined;
      for (const recorded of log) hash = independentHash(hash, recorded.bytes);
      const head = await opened.store.head();
      expect([head.position, head.hash.toString('hex')]).toEqual([log.length, hash]);
    });
  });

/** An append of some events to some of a few streams, or one that must not be written. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('append' as const),
    to: fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ kind: fc.constantFrom('stale' as const, 'clash' as const), to: fc.tuple(fc.nat(4)) }),
);

/** What holds for any sequence of batches. */
export const sequencesContract = (open: () => Promise<SampleStore>) =>
  it('numbers any sequence of batches without a hole, in the log and in each stream', async () => {
    const opened = await open();
    const { store } = opened;
    await append(store, [sample(folderStream(), 1)]);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const begin = await store.head();
        const streams = Array.from({ length: 5 }, folderStream);
        const versions = streams.map(() => 0);
        const next = (index: number) => sample(streams[index]!, ++versions[index]!);
        let expected = begin.position;
        for (const { kind, to } of steps) {
          if (kind === 'append') {
            expected += to.length;
            await append(store, to.map(next));
            continue;
          }
          const event = sample(streams[to[0]!]!, kind === 'stale' ? versions[to[0]!]! + 1 : 1);
          const stale = { ...begin, position: begin.position - 1 };
          const refused = store.append(
            batch(kind === 'stale' ? stale : await store.head(), [event]),
          );
          if (kind === 'stale') expect(await refused).toBeUndefined();
          else if (versions[to[0]!] === 0) expected += versions[to[0]!] = (await refused)!.length;
          else await expect(refused).rejects.toThrow();
        }
        const log = await store.readRecorded(begin.position, 1000);
        expect((await store.head()).position).toBe(expected);
        expect(log.map(({ event }) => event.position)).toEqual(
          Array.from(
            { length: expected - begin.position },
            (_, index) => begin.position + index + 1,
          ),
        );
        for (const [index, stream] of streams.entries()) {
          const own = (await store.readStreams([stream])).map(({ version }) => version);
          expect(own).toEqual(
            Array.from({ length: versions[index]! }, (_, version) => version + 1),
          );
        }
        let hash = begin.hash.toString('hex');
        for (const recorded of log)
          expect(recorded.hash).toBe((hash = independentHash(hash, recorded.bytes)));
      }),
      { numRuns: 25 },
    );
    await opened.close();
  });
