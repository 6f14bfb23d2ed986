import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeadLetteringConsumer } from './with-dead-letters.js';
import { eventOf, logOf, openBench, Recorder, type Bench } from './test-consumer.js';

let bench: Bench;
let opened: DeadLetteringConsumer[];
beforeEach(() => {
  [bench, opened] = [openBench('a1 b1 a2 c1 a3 b2'), []];
});
afterEach(() => Promise.all(opened.map((each) => each.close())));

const run = async (recorder: Recorder) => {
  const consumer = bench.process(recorder);
  opened.push(consumer);
  await consumer.checkpoint();
  return consumer;
};
/** Appends to the log and hands it over as one batch. */
const append = async (consumer: DeadLetteringConsumer, names: string) => {
  const events = logOf(names, bench.log.length + 1);
  bench.log.push(...events);
  await consumer.handle(events);
};

describe('a consumer with dead letters', () => {
  it('gets the very same batch where nothing is wrong', async () => {
    const recorder = new Recorder();
    await (await run(recorder)).handle(bench.log);
    expect(recorder.batches).toEqual(['a1 b1 a2 c1 a3 b2']);
    expect(recorder.saved).toBe(6);
  });

  it('is told what may come next', async () => {
    const recorder = new Recorder();
    const expected: string[] = [];
    const consumer = await run(
      Object.assign(recorder, { expect: (streams: string[]) => void expected.push(...streams) }),
    );
    consumer.expect?.(['a', 'b']);
    expect(expected).toEqual(['a', 'b']);
  });

  it('loses sight of a stream behind an event that fails five times, and of nothing else', async () => {
    const recorder = new Recorder(new Set(['a2']));
    await (await run(recorder)).handle(bench.log);
    expect(recorder.byStream()).toBe('a1 b1 b2 c1');
    expect(recorder.batches.filter((batch) => batch === 'a2')).toHaveLength(5);
    expect(bench.pauses).toEqual([100, 200, 400, 800]);
    expect(recorder.saved).toBe(6);
    expect(await bench.letters.list()).toMatchObject([
      {
        ...{ consumer: 'recorder', stream: 'a', fromVersion: 2, position: 3, tries: 5 },
        ...{ eventId: 'a2', eventType: 'FolderRenamed', error: 'cannot be handled' },
      },
    ]);
  });

  it('does not wait for a failing event with the others', async () => {
    const recorder = new Recorder(new Set(['a1']));
    await (await run(recorder)).handle(bench.log);
    const [first, last] = [recorder.batches.indexOf('a1'), recorder.batches.lastIndexOf('a1')];
    for (const name of ['b1', 'c1', 'b2']) {
      const at = recorder.batches.findLastIndex((batch) => batch.includes(name));
      expect(at).toBeLessThan(last);
    }
    expect(first).toBeLessThan(last);
  });

  it('keeps the checkpoint before an event that is still being tried', async () => {
    const recorder = new Recorder(new Set(['a2']));
    const saved: number[] = [];
    recorder.afterHandling = () => void saved.push(recorder.saved);
    await (await run(recorder)).handle(bench.log);
    expect(saved.slice(0, -1).every((position) => position < 3)).toBe(true);
    expect(saved.at(-1)).toBe(6);
  });

  it('goes on with an event that works at a later try', async () => {
    const recorder = new Recorder(new Set(['a2']));
    let tries = 0;
    recorder.fault = () => {
      if (++tries === 4) recorder.poison.clear();
      return new Error('not yet');
    };
    await (await run(recorder)).handle(bench.log);
    expect(recorder.byStream()).toBe('a1 a2 a3 b1 b2 c1');
    expect(await bench.blocked()).toEqual([]);
  });

  it('keeps back what comes later of a consumer stream, also after a restart', async () => {
    const recorder = new Recorder(new Set(['a2']));
    const first = await run(recorder);
    await first.handle(bench.log);
    await append(first, 'a4 b3');
    await first.close();
    await append(await run(recorder), 'b4 a5');
    expect(recorder.byStream()).toBe('a1 b1 b2 b3 b4 c1');
    expect(recorder.saved).toBe(10);
    expect(await bench.blocked()).toEqual(['a2']);
  });

  it('learns from another process what is consumer, and handles what comes before that', async () => {
    await (await run(new Recorder(new Set(['a2'])))).handle(bench.log);
    const late = new Recorder(new Set(['a2']));
    await (await run(late)).handle(bench.log);
    expect(late.byStream()).toBe('a1 b1 b2 c1');
    expect(late.batches).toEqual(['a1 b1 c1 b2']);
  });

  it('hears within a poll of what another process has consumer', async () => {
    const late = new Recorder();
    const slow = await run(late);
    await (await run(new Recorder(new Set(['a2'])))).handle(bench.log);
    await slow.poll();
    await slow.handle(bench.log);
    expect(late.byStream()).toBe('a1 b1 b2 c1');
  });

  it('blocks what comes through its guard too', async () => {
    const recorder = new Recorder(new Set(['b1']));
    recorder.checkpoint = (async (guard: DeadLetteringConsumer['guard']) => {
      await guard(logOf('a1 b1 c1'), (events) => recorder.handle(events, 0));
      return 3;
    }) as never;
    await run(recorder);
    expect(recorder.byStream()).toBe('a1 c1');
    expect(await bench.blocked()).toEqual(['b1']);
  });
});

describe('what is no poison', () => {
  it('is an outage: it is thrown on, and the same batch works later', async () => {
    const recorder = new Recorder(new Set(['a2']), () =>
      Object.assign(new Error('no database'), { code: 'ECONNREFUSED' }),
    );
    const consumer = await run(recorder);
    await expect(consumer.handle(bench.log)).rejects.toThrow('no database');
    expect([recorder.batches.length, recorder.saved]).toEqual([1, 0]);
    recorder.poison.clear();
    await consumer.handle(bench.log);
    expect(await bench.blocked()).toEqual([]);
    expect(recorder.byStream()).toBe('a1 a2 a3 b1 b2 c1');
  });

  it('is an outage in the midst of finding the poison', async () => {
    const recorder = new Recorder(new Set(['a2']));
    let calls = 0;
    recorder.fault = () =>
      ++calls < 3 ? new Error('poison') : Object.assign(new Error('away'), { code: 'ECONNRESET' });
    const consumer = await run(recorder);
    await expect(consumer.handle(bench.log)).rejects.toThrow('away');
    expect(await bench.blocked()).toEqual([]);
    expect(recorder.saved).toBeLessThan(3);
  });

  const streams = 'abcdefghijklmnopqrstuvwxyz';
  const names = [...streams].map((stream) => `${stream}1`);

  it('is a consumer to which everything fails: the log is not consumer', async () => {
    const consumer = await run(new Recorder(new Set(names)));
    await expect(consumer.handle(logOf(names.join(' ')))).rejects.toThrow('cannot be handled');
    expect(await bench.blocked()).toEqual([]);
    await expect(consumer.handle(logOf(names.join(' ')))).rejects.toThrow('cannot be handled');
    expect(await bench.blocked()).toEqual([]);
  });

  it('is the same consumer where events come one at a time', async () => {
    const consumer = await run(new Recorder(new Set(names)));
    const results = await names.reduce<Promise<string[]>>(async (before, name, index) => {
      const done = await before;
      const result = consumer.handle([eventOf(name, index + 1)]).then(
        () => 'stopped',
        () => 'thrown',
      );
      return [...done, await result];
    }, Promise.resolve([]));
    expect(results.filter((result) => result === 'stopped')).toHaveLength(19);
    expect(results.slice(19).every((result) => result === 'thrown')).toBe(true);
    expect(await bench.blocked()).toHaveLength(19);
  });

  it('is a consumer that cannot handle even nothing', async () => {
    const recorder = new Recorder();
    recorder.handle = async () => {
      throw new Error('broken');
    };
    await expect((await run(recorder)).handle(bench.log)).rejects.toThrow('broken');
    expect(await bench.blocked()).toEqual([]);
  });

  it('is 30 streams of poison among others that work', async () => {
    const mixed = names.flatMap((name, index) => (index % 3 === 2 ? [name, `A${index}`] : [name]));
    const good = mixed.filter((name) => name.startsWith('A')).map((_, index) => `A${index + 1}`);
    let next = 0;
    const log = mixed.map((name) => (name.startsWith('A') ? good[next++]! : name));
    const recorder = new Recorder(new Set(names));
    await (await run(recorder)).handle(logOf(log.join(' ')));
    expect(recorder.handled).toEqual(good);
    expect(await bench.blocked()).toHaveLength(names.length);
  });
});

describe('a redrive', () => {
  const poisoned = async () => {
    const recorder = new Recorder(new Set(['a2']));
    const consumer = await run(recorder);
    await consumer.handle(bench.log);
    return { recorder, consumer };
  };

  it('hands over what waited, then what comes, without a gap', async () => {
    const { recorder, consumer } = await poisoned();
    await append(consumer, 'a4');
    recorder.poison.clear();
    await bench.redriveAll();
    await consumer.poll();
    await append(consumer, 'b3 a5');
    expect(recorder.byStream()).toBe('a1 a2 a3 a4 a5 b1 b2 b3 c1');
    expect(await bench.blocked()).toEqual([]);
    expect(bench.outcomes).toEqual(['recorder done']);
  });

  it('leaves to the log what has not come yet', async () => {
    const { recorder, consumer } = await poisoned();
    const coming = logOf('c2 a4', 7);
    bench.log.push(...coming);
    recorder.poison.clear();
    await bench.redriveAll();
    await consumer.poll();
    expect(recorder.byStream()).toBe('a1 a2 a3 b1 b2 c1');
    await consumer.handle(coming);
    expect(recorder.byStream()).toBe('a1 a2 a3 a4 b1 b2 c1 c2');
  });

  it('that fails stops at the first event that still cannot be handled', async () => {
    const { recorder, consumer } = await poisoned();
    recorder.poison.clear();
    recorder.poison.add('a3');
    await bench.redriveAll();
    await consumer.poll();
    expect(recorder.byStream()).toBe('a1 a2 b1 b2 c1');
    expect(await bench.letters.list()).toMatchObject([
      { fromVersion: 3, eventId: 'a3', redrives: 1, state: 'blocked' },
    ]);
    expect(bench.outcomes).toEqual(['recorder failed']);
    await append(consumer, 'a4');
    recorder.poison.clear();
    await bench.redriveAll();
    await consumer.poll();
    expect(recorder.byStream()).toBe('a1 a2 a3 a4 b1 b2 c1');
  });

  it('is quarantined after three failures and needs force', async () => {
    const { recorder, consumer } = await poisoned();
    for (let round = 0; round < 5; round++) {
      await bench.redriveAll();
      await consumer.poll();
    }
    expect(bench.outcomes).toHaveLength(3);
    expect(await bench.letters.list()).toMatchObject([{ state: 'quarantined', redrives: 3 }]);
    recorder.poison.clear();
    await bench.redriveAll(true);
    await consumer.poll();
    expect(recorder.byStream()).toBe('a1 a2 a3 b1 b2 c1');
  });

  it('during an outage is tried again and does not count', async () => {
    const { recorder, consumer } = await poisoned();
    const fault = recorder.fault;
    recorder.fault = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    await bench.redriveAll();
    await consumer.poll();
    expect(await bench.letters.list()).toMatchObject([{ state: 'due', redrives: 0 }]);
    recorder.fault = fault;
    recorder.poison.clear();
    bench.later(3);
    await consumer.poll();
    expect(await bench.blocked()).toEqual([]);
  });

  it('reaches every process, each with what it kept back itself', async () => {
    const poison = new Set(['a2']);
    const [one, two] = [new Recorder(poison), new Recorder(poison)];
    const [first, second] = [await run(one), await run(two)];
    await first.handle(bench.log);
    await second.handle(bench.log.slice(0, 4));
    poison.clear();
    await bench.redriveAll();
    await first.poll();
    await second.poll();
    expect(one.byStream()).toBe('a1 a2 a3 b1 b2 c1');
    expect(two.byStream()).toBe('a1 a2 b1 c1');
    await second.handle(bench.log.slice(4));
    expect(two.byStream()).toBe('a1 a2 a3 b1 b2 c1');
  });

  it('that another process has carried out and that fails here blocks the stream again', async () => {
    const poison = new Set(['a2']);
    const [one, two] = [new Recorder(poison), new Recorder(new Set(['a2']))];
    const [first, second] = [await run(one), await run(two)];
    await first.handle(bench.log);
    await second.handle(bench.log);
    poison.clear();
    await bench.redriveAll();
    await first.poll();
    expect(await bench.blocked()).toEqual([]);
    await second.poll();
    expect(await bench.blocked()).toEqual(['a2']);
    expect(two.byStream()).toBe('a1 b1 b2 c1');
  });

  it('goes on with others where one that another process has redriven cannot be read here', async () => {
    const { recorder, consumer } = await poisoned();
    const [letter] = await bench.letters.list();
    await bench.letters.succeeded(letter!.id);
    recorder.poison.add('b3');
    await append(consumer, 'b3');
    Object.defineProperty(bench.log[2], 'position', {
      get: () => {
        throw new Error('unreadable');
      },
    });
    recorder.poison.clear();
    await bench.redriveAll();
    await consumer.poll();
    await append(consumer, 'a4 c2');
    expect(recorder.byStream()).toBe('a1 b1 b2 b3 c1 c2');
    expect(await bench.blocked()).toEqual([]);
  });

  it('after a restart begins where the stream stopped', async () => {
    const { recorder, consumer } = await poisoned();
    await append(consumer, 'a4');
    await consumer.close();
    recorder.poison.clear();
    await bench.redriveAll();
    await (await run(recorder)).poll();
    expect(recorder.byStream()).toBe('a1 a2 a3 a4 b1 b2 c1');
  });

  it('reaches a process that began while the stream was consumer', async () => {
    const { recorder, consumer } = await poisoned();
    const [late, redriven] = [new Recorder(), [] as string[]];
    late.saved = recorder.saved;
    Object.assign(late, {
      redrive: async (events: { id: string }[]) => void redriven.push(...events.map((e) => e.id)),
    });
    const second = await run(late);
    recorder.poison.clear();
    await bench.redriveAll();
    await consumer.poll();
    await second.poll();
    expect(redriven).toEqual(['a2', 'a3']);
  });

  it('has the consumer for itself', async () => {
    const { recorder, consumer } = await poisoned();
    const order: string[] = [];
    Object.assign(recorder, {
      redrive: async () => {
        order.push('begun');
        await new Promise((resolve) => setImmediate(resolve));
        order.push('ended');
      },
    });
    recorder.afterHandling = () => void order.push('a batch');
    await bench.redriveAll();
    const polled = consumer.poll();
    while (order.length === 0) await Promise.resolve();
    await Promise.all([append(consumer, 'b3'), append(consumer, 'c2'), polled]);
    expect(order).toEqual(['begun', 'ended', 'a batch', 'a batch']);
  });

  it('waits for the batch that is under way', async () => {
    const { recorder, consumer } = await poisoned();
    recorder.poison.clear();
    await bench.redriveAll();
    await Promise.all([append(consumer, 'b3 a4'), consumer.poll(), append(consumer, 'a5')]);
    expect(recorder.byStream()).toBe('a1 a2 a3 a4 a5 b1 b2 b3 c1');
  });

  it('of a stream that was given up needs force; until then it stays out', async () => {
    const { recorder, consumer } = await poisoned();
    const [letter] = await bench.letters.list();
    await bench.letters.discard(letter!.id, 'a test', 'no use');
    recorder.poison.clear();
    await bench.redriveAll();
    await consumer.poll();
    await append(consumer, 'a4 b3');
    expect(recorder.byStream()).toBe('a1 b1 b2 b3 c1');
    await bench.redriveAll(true);
    await consumer.poll();
    expect(recorder.byStream()).toBe('a1 a2 a3 a4 b1 b2 b3 c1');
  });

  it('goes to the consumer’s own method where it has one', async () => {
    const { recorder, consumer } = await poisoned();
    const redriven: string[] = [];
    Object.assign(recorder, {
      redrive: async (events: { id: string }[]) => void redriven.push(...events.map((e) => e.id)),
    });
    await bench.redriveAll();
    await consumer.poll();
    expect(redriven).toEqual(['a2', 'a3']);
  });
});
