import { randomUUID } from 'node:crypto';
import type { EventStore } from '@feusa/event-log/store/port';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import type { AnyFeature } from './feature.js';
import { openBus, send, settled, testFeatures } from './test-bus.js';

let log: TestLog;
beforeAll(async () => {
  log = await openTestLog();
});
afterAll(() => log.close());

const addFolder = (bus: CommandBus, name: string, key?: string) =>
  send(bus, 'add-folder', { name, parentId: null }, key ? { key } : {});
const eventsAfter = (position: number) => log.store.read(position, 100);

/** The same store with another append. */
const appending = (append: EventStore['append']): EventStore => ({ ...log.store, append });

describe('a failure', () => {
  it('of an append fails those in it, writes nothing and lets the queue go on', async () => {
    let failing = true;
    const bus = await openBus(
      appending((batch) => {
        if (!failing) return log.store.append(batch);
        failing = false;
        return Promise.reject(new Error('connection lost'));
      }),
    );
    const { position } = await log.store.head();
    const lost = await Promise.allSettled([addFolder(bus, 'lost'), addFolder(bus, 'lost')]);
    const fault = { status: 'rejected', reason: { message: 'connection lost' } };
    expect(lost).toMatchObject([fault, fault]);
    await Promise.all([addFolder(bus, 'kept'), addFolder(bus, 'kept')]);
    const events = await eventsAfter(position);
    expect(events.map(({ data }) => data)).toMatchObject([{ name: 'kept' }, { name: 'kept' }]);
  });

  it('after the commit loses only the answer, which the key brings back', async () => {
    const [key, { position }] = [randomUUID(), await log.store.head()];
    const deaf = await openBus(
      appending(async (batch) => {
        await log.store.append(batch);
        throw new Error('connection lost');
      }),
    );
    await expect(addFolder(deaf, 'Durable', key)).rejects.toThrow('connection lost');
    const answer = await addFolder(await openBus(log.another()), 'Durable', key);
    expect(answer.position).toBe(String(position + 1));
    expect(await eventsAfter(position)).toHaveLength(1);
  });

  it('of one decision fails that command alone', async () => {
    const errors = testFeatures.get('log-error');
    const broken = {
      ...errors,
      decider: {
        ...errors?.decider,
        decide: () => {
          throw new TypeError('a bug');
        },
      },
    } as AnyFeature;
    const features = new Map(
      [...testFeatures].map(([name, each]) => [name, each === errors ? broken : each] as const),
    );
    const bus = await openBus(log.another(), undefined, features);
    const outcomes = await Promise.allSettled([
      addFolder(bus, 'before'),
      addFolder(bus, 'beside'),
      send(bus, 'log-error', { details: 'x' }),
      addFolder(bus, 'behind'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('of too many at once is told to those who are too many', async () => {
    const bus = await openBus(appending(() => Promise.reject(new Error('never mind'))));
    const sent = Array.from({ length: 5200 }, () => settled(addFolder(bus, 'x')));
    const outcomes = await Promise.allSettled(sent);
    const busy = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(busy.length).toBeGreaterThan(100);
    expect(busy).toEqual(busy.map(() => ({ status: 'fulfilled', value: { refused: 'busy' } })));
  });
});
