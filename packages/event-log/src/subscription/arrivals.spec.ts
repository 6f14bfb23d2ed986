import type { StoredEvent } from '@feusa/contracts/events';
import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { Arrivals } from './subscription.js';

const event = (position: number) => ({ position }) as StoredEvent;
const positions = (events: readonly StoredEvent[]) => events.map(({ position }) => position);

it('restores the order of whatever arrives, each event once', () => {
  const deliveries = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(deliveries, (batches) => {
      const arrivals = new Arrivals(0);
      const taken: number[] = [];
      for (const batch of batches) {
        arrivals.add(batch.map(event));
        taken.push(...positions(arrivals.takeAfter(taken.length)));
      }
      const arrived = new Set(batches.flat());
      let gapless = 0;
      while (arrived.has(gapless + 1)) gapless++;
      expect(taken).toEqual(Array.from({ length: gapless }, (_, index) => index + 1));
    }),
  );
});

it('says when the next event has been missing for too long, and forgets it once it is there', () => {
  let now = 0;
  const arrivals = new Arrivals(50, () => now);
  arrivals.add([event(2), event(3)]);
  expect(positions(arrivals.takeAfter(0))).toEqual([]);
  expect([arrivals.isOverdue(), arrivals.waitMs()]).toEqual([false, 50]);
  now = 50;
  expect([arrivals.isOverdue(), arrivals.waitMs()]).toEqual([true, 0]);
  arrivals.add([event(1)]);
  expect(positions(arrivals.takeAfter(0))).toEqual([1, 2, 3]);
  expect([arrivals.isOverdue(), arrivals.waitMs()]).toEqual([false, undefined]);
});

it('takes in nothing once it is full', () => {
  const arrivals = new Arrivals(0);
  expect(arrivals.add(Array.from({ length: 5000 }, (_, index) => event(index + 1)))).toBe(true);
  expect(arrivals.add([event(5001)])).toBe(false);
  expect(arrivals.takeAfter(0)).toHaveLength(5000);
  expect(arrivals.add([event(5001)])).toBe(true);
});
