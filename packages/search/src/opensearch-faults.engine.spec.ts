import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { person } from './contract-employees.js';
import { SearchUnavailable, type RemoteSearchIndex } from './port.js';
import { allHeld, openTestIndex, testEngineUrl, type TestIndex } from './test-opensearch.js';
import { TestProxy, type Behaviour } from './test-proxy.js';

/** No request hangs: the longest is a bulk write, with its repetitions. */
const BOUND_MS = 15_000;

let test: TestIndex;
let proxy: TestProxy;
/** Reaches the engine by way of the proxy. */
let index: RemoteSearchIndex;
beforeEach(async () => {
  test = openTestIndex();
  await test.index.put(person('ann', { firstName: 'Ann' }));
  await test.index.refresh();
  proxy = await new TestProxy(testEngineUrl()).start();
  index = test.another(proxy.url);
});
afterEach(async () => {
  await proxy.stop().catch(() => undefined);
  await test.drop();
});

const bob = person('bob', { firstName: 'Bob' });
const found = async (text: string) => {
  await test.index.refresh();
  return (await test.index.search(text)).ids;
};

async function rejects(work: Promise<unknown>): Promise<void> {
  const late = sleep(BOUND_MS, 'hangs', { ref: false });
  const outcome = await Promise.race([work.catch((fault: unknown) => fault), late]);
  expect(outcome).toBeInstanceOf(SearchUnavailable);
}

/** Behaves so in the first requests of a kind. */
const atFirst = (times: number, what: string, behaviour: Behaviour) => {
  let left = times;
  proxy.behave = (asked) => (asked === what && left-- > 0 ? behaviour : 'pass');
};

describe('an engine that is down', () => {
  it('is not waited for, and is asked again as soon as it is back', async () => {
    await index.search('ann');
    await proxy.stop();
    const until = performance.now() + 12_000; // longer than the adapter waits for anything
    while (performance.now() < until) {
      await rejects(index.search('ann'));
      await rejects(index.put(bob));
      await rejects(index.refresh());
      await sleep(250);
    }
    await proxy.start();
    expect((await index.search('ann')).ids).toEqual(['ann']);
    await index.put(bob);
    expect(await found('bob')).toEqual(['bob']);
  });

  it.each(['silent', 'stall'] as const)('is given up when it is %s', async (behaviour) => {
    proxy.behave = () => behaviour;
    await Promise.all([rejects(index.search('ann')), rejects(index.put(bob))]);
    proxy.behave = () => 'pass';
    await index.put(bob);
    expect(await found('bob')).toEqual(['bob']);
  });

  it('is unavailable where it answers what is no answer', async () => {
    for (const status of [404, 408, 429, 500, 502, 503]) {
      proxy.behave = () => ({ status });
      await rejects(index.search('ann'));
    }
  });

  it('says that there is nothing to search in before there is an index', async () => {
    const empty = openTestIndex();
    await rejects(empty.index.search('ann'));
    await empty.drop();
  });
});

describe('an engine that has too much to do', () => {
  it('gets the same write again, ever more slowly', async () => {
    atFirst(3, 'POST /_bulk', { status: 429 });
    const began = performance.now();
    await index.put(bob);
    expect(performance.now() - began).toBeGreaterThan(3000);
    expect(proxy.seen.filter((what) => what === 'POST /_bulk')).toHaveLength(4);
    expect(await found('bob')).toEqual(['bob']);
  });

  it('gets only the documents again that it did not take', async () => {
    const building = await test.index.generations.begin();
    await block(building.name, true);
    const versions = [1, 2, 3].map((version) => person('ann', { version, firstName: 'Ann' }));
    const writing = index.putAll([...versions, bob]);
    await poll(() => found('bob')).toEqual(['bob']); // those without a fault are in
    await block(building.name, false);
    await writing;
    await building.refresh();
    expect((await building.search('bob')).ids).toEqual(['bob']);
    expect((await allHeld(building)).map(({ version }) => version)).toEqual([3, 1]);
  });
});

const block = (name: string, blocked: boolean) => {
  const settings = { 'index.blocks.read_only_allow_delete': blocked || null };
  const way = { method: 'PUT', path: `/${name}/_settings` };
  return test.client.transport.request({ ...way, body: settings });
};

describe('an engine whose disk is full', () => {
  it('rejects writes, goes on to search, and takes them again', async () => {
    await block(test.alias, true);
    await rejects(index.put(bob));
    expect((await index.search('ann')).ids).toEqual(['ann']);
    expect(await found('bob')).toEqual([]);
    await block(test.alias, false);
    await index.put(bob);
    expect(await found('bob')).toEqual(['bob']);
  });

  it('takes a write that is under way when there is room again', async () => {
    await block(test.alias, true);
    const writing = index.put(bob);
    await poll(() => proxy.seen).toContain('POST /_bulk');
    await sleep(500);
    await block(test.alias, false);
    await writing;
    expect(await found('bob')).toEqual(['bob']);
  });
});

describe('a removed person', () => {
  it('stays removed when an old write comes after the engine has forgotten the deletion', async () => {
    await index.remove('ann', 2);
    const { body } = await test.client.indices.getSettings({ index: test.alias });
    expect(body[`${test.alias}-v1`]?.settings).toMatchObject({ index: { gc_deletes: '0s' } });
    await sleep(500);
    await index.refresh();
    await test.client.indices.forcemerge({ index: test.alias, max_num_segments: 1 });
    await index.put(person('ann', { version: 1, firstName: 'Ann' }));
    expect(await found('ann')).toEqual([]);
  });

  it('would be found again without its removal', async () => {
    await index.erase(['ann']);
    await sleep(500);
    await index.refresh();
    await index.put(person('ann', { version: 1, firstName: 'Ann' }));
    expect(await found('ann')).toEqual(['ann']);
  });

  it('is let go of when its removal is old', async () => {
    await index.removeAll([
      { id: 'ann', version: 2, at: '2026-11-01T00:00:00.000Z' },
      { id: 'sam', version: 2, at: '2026-11-20T00:00:00.000Z' },
    ]);
    await index.refresh();
    expect(await index.purge('2026-11-14T00:00:00.000Z')).toBe(1);
    expect((await allHeld(index)).map(({ id }) => id)).toEqual(['sam']);
  });
});
