import { Progress } from '@feusa/event-log/subscription/progress';
import { openMiniSearch } from '@feusa/search/minisearch';
import { streamOf, type DomainEvent, type StoredEvent } from '@feusa/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { Indexer } from './indexer.js';

const record = (firstName: string) => ({
  firstName,
  lastName: 'Nowak',
  phoneNumber: '+48 600 100 200',
  email: 'someone@feusa.example',
  role: 'Mechanic',
  location: 'Poznań',
  department: 'Workshop',
  manager: 'Ann Miller',
});
const NAMES = ['Zbigniew', 'Quentin', 'Ursula', 'Ignatius', 'Oyelaran'];

/** A log of five people: for each the first event adds them, the numbers pick what follows. */
const log = fc
  .array(fc.tuple(fc.nat(4), fc.nat(2)), { maxLength: 40, size: 'max' })
  .map((steps): StoredEvent[] => {
    const versions = [0, 0, 0, 0, 0];
    return steps.map(([who, what], index) => {
      const data = record(NAMES[who]!);
      const later: DomainEvent[] = [
        { type: 'EmployeeUpdated', data },
        { type: 'EmployeeRemoved', data: {} },
        { type: 'EmployeeRestored', data: {} },
      ];
      const version = ++versions[who]!;
      const event = version === 1 ? { type: 'EmployeeAdded' as const, data } : later[what]!;
      const place = { position: index + 1, version, stream: streamOf('employee', NAMES[who]!) };
      return { ...event, ...place } as StoredEvent;
    });
  });

const storeOf = (events: readonly StoredEvent[]) => ({
  head: async () => ({ position: events.length, hash: Buffer.alloc(32) }),
  readLatest: async (_noun: string, { after, limit } = { after: '', limit: 1000 }) =>
    [...new Map(events.map((event) => [event.stream, event])).values()]
      .filter(({ stream }) => stream > after)
      .sort((one, other) => (one.stream < other.stream ? -1 : 1))
      .slice(0, limit),
  readStreams: async (streams: readonly string[]) =>
    events.filter(({ stream }) => streams.includes(stream)),
});

/** Who is found by their first name. */
async function foundIn(index: Awaited<ReturnType<typeof openMiniSearch>>) {
  const hits = await Promise.all(NAMES.map((name) => index.search(name)));
  return hits.flatMap(({ ids }) => ids);
}
const presentIn = (events: readonly StoredEvent[]) =>
  NAMES.filter((name) => {
    const last = events.findLast(({ stream }) => stream === streamOf('employee', name));
    return last && last.type !== 'EmployeeRemoved';
  });

describe('the indexer', () => {
  it('finds who is present, however the events come in batches and again', async () => {
    await fc.assert(
      fc.asyncProperty(
        log,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(40),
        async (events, size, again) => {
          const index = await openMiniSearch();
          const progress = new Progress();
          const indexer = new Indexer(index, storeOf(events), progress);
          for (let at = 0; at < events.length; at += size) {
            await indexer.handle(events.slice(at, at + size));
            await indexer.handle(events.slice(Math.max(0, at - again), at + 1));
          }
          expect(await foundIn(index)).toEqual(presentIn(events));
          expect(progress.position).toBe(events.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('fills an empty index from the newest event of everybody, then goes on', async () => {
    await fc.assert(
      fc.asyncProperty(log, fc.nat(40), async (events, half) => {
        const index = await openMiniSearch();
        const before = events.slice(0, half);
        const store = { ...storeOf(before), readStreams: storeOf(events).readStreams };
        const progress = new Progress();
        const indexer = new Indexer(index, store, progress);
        expect(await indexer.checkpoint()).toBe(before.length);
        expect(await foundIn(index)).toEqual(presentIn(before));
        if (events.length > half) await indexer.handle(events.slice(half));
        expect(await foundIn(index)).toEqual(presentIn(events));
      }),
      { numRuns: 60 },
    );
  });
});
