import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartFault } from '@feusa/platform/start-fault';
import { person } from './contract-employees.js';
import type { RemoteSearchIndex } from './port.js';
import { allHeld, openTestIndex, testEngineUrl, type TestIndex } from './test-opensearch.js';
import { TestProxy } from './test-proxy.js';

let test: TestIndex;
let index: RemoteSearchIndex;
beforeEach(async () => {
  test = openTestIndex();
  ({ index } = test);
  await index.put(named('ann'));
});
afterEach(() => test.drop());

const named = (id: string, version = 1) => person(id, { version, firstName: id });
const held = async (of: Parameters<typeof allHeld>[0]) =>
  (await allHeld(of)).map(({ id, version }) => `${id} ${version}`);
const live = () => held(index);

/** All indexes of the test, with what they are: by the names of their aliases, without their ends. */
const indexes = async () => {
  const { body } = await test.client.indices.getAlias({ index: `${test.alias}-v*` });
  return Object.entries(body as Record<string, { aliases: object }>)
    .map(([name, { aliases }]) => [name, ...Object.keys(aliases).sort()].join(' '))
    .map((text) => text.replaceAll(test.alias, 'x').replaceAll(/building-\w+/g, 'building'))
    .sort();
};

describe('a new generation of the index', () => {
  it('gets all changes from the moment it is begun, and nothing else', async () => {
    const next = await index.generations.begin();
    expect(await indexes()).toEqual(['x-v1 x', 'x-v2 x-building']);
    await index.put(named('bob'));
    await index.remove('sam', 3);
    await index.erase(['sam']);
    expect(await live()).toEqual(['ann 1', 'bob 1']);
    expect(await held(next)).toEqual(['bob 1']);
    await next.put(named('eve'));
    await next.refresh();
    expect(await live()).toEqual(['ann 1', 'bob 1']);
    expect((await next.search('eve')).ids).toEqual(['eve']);
  });

  it('takes the place of the last one, which is kept until the next', async () => {
    const second = await index.generations.begin();
    await second.put(named('second'));
    await second.publish();
    expect(await live()).toEqual(['second 1']);
    expect(await indexes()).toEqual(['x-v1 x-previous', 'x-v2 x']);
    await (await index.generations.begin()).publish();
    expect(await indexes()).toEqual(['x-v2 x-previous', 'x-v3 x']);
  });

  it('replaces a half-built one, whose builder can no longer publish it', async () => {
    const late = await index.generations.begin();
    const next = await index.generations.begin();
    expect(next.name).toBe(late.name);
    expect(await indexes()).toEqual(['x-v1 x', 'x-v2 x-building']);
    await expect(late.publish()).rejects.toThrow();
    expect(await indexes()).toEqual(['x-v1 x', 'x-v2 x-building']);
    await expect(late.put(named('bob'))).rejects.toThrow(StartFault);
    await next.publish();
    await expect(late.publish()).rejects.toThrow();
    expect(await indexes()).toEqual(['x-v1 x-previous', 'x-v2 x']);
  });

  it('can be given up', async () => {
    await index.generations.begin();
    await index.generations.clear();
    expect(await indexes()).toEqual(['x-v1 x']);
  });
});

describe('the generation before', () => {
  it('is none at first', async () => {
    expect(await index.generations.reopen()).toBeUndefined();
  });

  it('gets changes again once reopened, and comes back', async () => {
    await (await index.generations.begin()).publish();
    await index.put(named('bob'));
    const old = await index.generations.reopen();
    expect(await indexes()).toEqual(['x-v1 x-building x-previous', 'x-v2 x']);
    await index.put(named('eve'));
    expect(await held(old!)).toEqual(['ann 1', 'eve 1']);
    await old!.publish();
    expect(await indexes()).toEqual(['x-v1 x', 'x-v2 x-previous']);
    expect(await live()).toEqual(['ann 1', 'eve 1']);
    await index.generations.begin();
    expect(await indexes()).toEqual(['x-v1 x', 'x-v2 x-previous', 'x-v3 x-building']);
  });

  it('forgets the erased as soon as the one that is searched, and nobody else', async () => {
    await index.put(named('bob'));
    const next = await index.generations.begin();
    await Promise.all(['ann', 'bob'].map((id) => next.put(named(id))));
    await next.publish();
    await index.removeAll([
      { id: 'ann', version: 2, erased: true },
      { id: 'bob', version: 2 },
    ]);
    await test.client.indices.refresh({ index: `${test.alias}-v*` });
    const indicesOf = async (text: string) => {
      const query = { query_string: { query: text, fields: ['names'] } };
      const { body } = await test.client.search({ index: `${test.alias}-v*`, body: { query } });
      return body.hits.hits.map((hit) => hit._index!.replace(test.alias, 'x'));
    };
    expect(await indicesOf('ann')).toEqual([]);
    expect(await indicesOf('bob')).toEqual(['x-v1']);
  });

  it('stays when it is no longer wanted', async () => {
    await (await index.generations.begin()).publish();
    await index.generations.reopen();
    await index.generations.clear();
    expect(await indexes()).toEqual(['x-v1 x-previous', 'x-v2 x']);
  });
});

describe('a write that is overtaken', () => {
  /** Writes while something happens between its look at the aliases and the write itself. */
  const overtaken = async (happens: () => Promise<unknown>) => {
    const proxy = await new TestProxy(testEngineUrl()).start();
    let first = true;
    proxy.behave = async (what) => {
      if (what === 'POST /_bulk' && first) {
        first = false;
        await happens();
      }
      return 'pass' as const;
    };
    await test.another(proxy.url).put(named('bob'));
    await proxy.stop();
  };

  it('by the end of a half-built index is in the one that is searched', async () => {
    await index.generations.begin();
    await overtaken(() => index.generations.clear());
    expect(await live()).toEqual(['ann 1', 'bob 1']);
    expect(await indexes()).toEqual(['x-v1 x']);
  });

  it('by a new index in the place of the old one is in the new one', async () => {
    const next = await index.generations.begin();
    await overtaken(() => next.publish());
    expect(await live()).toEqual(['bob 1']);
  });

  it('by the loss of the index makes it anew', async () => {
    await overtaken(() => test.client.indices.delete({ index: `${test.alias}-v1` }));
    expect(await live()).toEqual(['bob 1']);
    expect(await indexes()).toEqual(['x-v1 x']);
  });
});
