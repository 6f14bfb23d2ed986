import { setTimeout } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventLogContract, numbers, Recorder, until } from './contract.js';
import type { EventLog } from './port.js';
import { openTail, Pace } from './subscription.js';

const event = (position: number) => ({ position, stream: 'folder-1' }) as StoredEvent;

let stored: StoredEvent[];
let reads: number;
let faults: unknown[];

function open(): EventLog {
  [stored, reads, faults] = [[], 0, []];
  const store = {
    read: async (after: number, limit: number) => {
      reads++;
      return stored.slice(after, after + limit);
    },
  };
  return openTail(store, { error: (fault: unknown) => void faults.push(fault) });
}

const append = (count: number) => {
  const added = Array.from({ length: count }, (_, index) => event(stored.length + index + 1));
  stored.push(...added);
  return added;
};

eventLogContract('tail', async () => {
  const log = open();
  return {
    log,
    faults,
    async append(count, how) {
      const added = append(count);
      if (!how?.quietly) log.publish(added);
    },
    close: () => log.close(),
  };
});

describe('a tail of the log', () => {
  let tail: EventLog;
  beforeEach(() => {
    tail = open();
  });
  afterEach(() => tail.close());

  it('says what is expected to those of its consumers that want to know', async () => {
    const expected: string[] = [];
    const expect_ = (streams: readonly string[]) => void expected.push(...streams);
    await tail.subscribe(Object.assign(new Recorder(0), { expect: expect_ }));
    await tail.subscribe(new Recorder(0));
    tail.expect?.(['folder-1', 'folder-2']);
    expect(expected).toEqual(['folder-1', 'folder-2']);
  });

  it('goes on after a fault however the clock is set meanwhile', async () => {
    const recorder = new Recorder();
    recorder.failures = 2;
    await tail.subscribe(recorder);
    tail.publish(append(1));
    await until(() => faults.length > 0);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    await until(() => recorder.seen.length > 0);
    clock.mockRestore();
    expect(recorder.seen).toEqual([1]);
  });

  it('reads what is there page by page', async () => {
    append(4500);
    const recorder = new Recorder(17);
    await tail.subscribe(recorder);
    await until(() => recorder.seen.length >= 4483);
    expect(recorder.seen).toEqual(numbers(18, 4500));
  });

  it('takes published events as they come, without reading them again', async () => {
    const recorder = new Recorder();
    await tail.subscribe(recorder);
    await until(() => reads > 0);
    await setTimeout(20);
    const [before, begin] = [reads, performance.now()];
    for (let round = 0; round < 10; round++) tail.publish(append(3));
    await until(() => recorder.seen.length >= 30);
    expect(recorder.seen).toEqual(numbers(1, 30));
    const seconds = Math.floor((performance.now() - begin) / 1000);
    expect(reads - before).toBeLessThanOrEqual(1 + seconds);
  });

  it('reads what a publication leaves out', async () => {
    const recorder = new Recorder();
    await tail.subscribe(recorder);
    tail.publish(append(2));
    append(3);
    tail.publish(append(1));
    tail.publish([stored[0]!, stored[4]!]);
    await until(() => recorder.seen.length >= 6);
    expect(recorder.seen).toEqual(numbers(1, 6));
  });

  it('loses nothing of more than it can keep', async () => {
    const recorder = new Recorder();
    recorder.failures = 1;
    await tail.subscribe(recorder);
    for (let round = 0; round < 80; round++) tail.publish(append(100));
    await until(() => recorder.seen.length >= 8000);
    expect(recorder.seen).toEqual(numbers(1, 8000));
  });

  it('takes more at a time from those who keep on, one by one', async () => {
    const recorder = new Recorder();
    await tail.subscribe(recorder);
    const handle = jest.spyOn(recorder, 'handle');
    const began = performance.now();
    while (performance.now() - began < 400) {
      tail.publish(append(1));
      await setTimeout(1);
    }
    await until(() => recorder.seen.length === stored.length);
    expect(handle.mock.calls.length).toBeLessThan(40);
    expect(recorder.seen).toEqual(numbers(1, stored.length));
  });

  it('ends at once, also while it waits to try again', async () => {
    const recorder = new Recorder();
    recorder.failures = Infinity;
    await tail.subscribe(recorder);
    tail.publish(append(1));
    await until(() => faults.length >= 5);
    const nextTry = setTimeout(1500, 'tried again first');
    expect(await Promise.race([tail.close(), nextTry])).toBeUndefined();
  });
});

describe('the pace of batches', () => {
  it('slows down while events keep coming, and is the first one again after a rest', () => {
    const pace = new Pace();
    expect([1, 1, 1, 1].map((events) => pace.after(events))).toEqual([5, 10, 20, 20]);
    pace.rest();
    expect(pace.after(1)).toBe(5);
  });

  it('takes its time for many events, up to a bound', () => {
    const pace = new Pace();
    expect([12, 30, 5000].map((events) => pace.after(events))).toEqual([12, 30, 40]);
  });
});
