import { afterAll, expect, it } from '@jest/globals';
import { openTestIndex, testEngineUrl } from '@feusa/search/test-opensearch';
import { TestProxy, type Behaviour } from '@feusa/search/test-proxy';
import { indexesWith } from './indexes.js';
import { SearchedValues } from './searched-values.js';

const test = openTestIndex();
const proxy = new TestProxy(testEngineUrl());
afterAll(async () => {
  await proxy.stop();
  await test.drop();
});

const made = async (index: string, name: string) => {
  await test.client.indices.create({ index });
  await test.client.index({ index, body: { name } });
};

it('reads the indexes that come while it reads, and passes over those that go', async () => {
  const { alias, client } = test;
  await made(`${alias}-v1`, 'nobody');
  proxy.behave = async (what): Promise<Behaviour> => {
    if (what !== `GET /${alias}-v1/_refresh`) return 'pass';
    await made(`${alias}-v2`, 'Maria of the indexes');
    await client.indices.delete({ index: `${alias}-v1` });
    return 'pass';
  };
  const { url } = await proxy.start();
  const found = await indexesWith({ url }, new SearchedValues(['Maria of the indexes']));
  expect(found).toEqual([`${alias}-v2`]);
});
