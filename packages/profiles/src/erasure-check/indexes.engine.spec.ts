import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestIndex, testEngineUrl, type TestIndex } from '@feusa/search/test-opensearch';
import { TestProxy, type Behaviour } from '@feusa/search/test-proxy';
import { indexesWith } from './indexes.js';
import { SearchedValues } from './searched-values.js';

const NAME = 'Maria of the indexes';
let test: TestIndex;
let proxy: TestProxy;
beforeAll(async () => {
  test = openTestIndex();
  proxy = await new TestProxy(testEngineUrl()).start();
});
afterAll(async () => {
  await proxy.stop();
  await test.drop();
});

const made = async (index: string, ...names: string[]) => {
  await test.client.indices.create({ index });
  const body = names.flatMap((name) => [{ index: { _index: index } }, { name }]);
  await test.client.bulk({ body, refresh: true });
};

let tried = 0;
/** Of an index of more documents than are read at once. */
const steps = [
  ['is refreshed', /_refresh$/],
  ['is searched', /_search$/],
  ['is read on', /^POST .*scroll$/],
  ['was read', /^DELETE .*scroll$/],
] as const;

it.each(steps)(
  'reads the indexes that come while it reads, and passes over one that goes when it %s',
  async (_step, request) => {
    const alias = `${test.alias}-${++tried}`;
    await made(`${alias}-v1`, ...Array.from({ length: 2001 }, () => 'nobody'));
    let isRead = false;
    proxy.behave = async (what): Promise<Behaviour> => {
      isRead ||= what.includes(`${alias}-v1`);
      if (!isRead || !request.test(what)) return 'pass';
      proxy.behave = () => 'pass';
      await made(`${alias}-v2`, NAME);
      await test.client.indices.delete({ index: `${alias}-v1` });
      return 'pass';
    };
    const found = await indexesWith({ url: proxy.url }, new SearchedValues([NAME]));
    expect(found).toContain(`${alias}-v2`);
    expect(found).not.toContain(`${alias}-v1`);
  },
);
