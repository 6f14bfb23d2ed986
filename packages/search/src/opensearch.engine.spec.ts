import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { company, person } from './contract-employees.js';
import { searchContract } from './contract.js';
import { invented, misspelled } from './test-employees.js';
import { openMiniSearch } from './minisearch.js';
import { DocumentsRefused, type RemoteSearchIndex } from './port.js';
import { openTestIndex, type TestIndex } from './test-opensearch.js';

searchContract(
  'opensearch',
  async () => {
    const { index, drop } = openTestIndex();
    await index.prepare();
    return Object.assign(Object.create(index) as RemoteSearchIndex, { close: drop });
  },
  (index) => (index as RemoteSearchIndex).refresh(),
);

describe('opensearch beside the index in memory', () => {
  const people = [...invented(1500), ...company];
  const asked = people.filter((_, i) => i % 100 === 0);
  let test: TestIndex;
  const memory = openMiniSearch();
  beforeAll(async () => {
    test = openTestIndex();
    await test.index.putAll(people);
    await test.index.refresh();
    await (await memory).putAll(people);
  });
  afterAll(() => test.drop());

  const finds = async (text: string) =>
    expect([text, await test.index.search(text)]).toEqual([
      text,
      await (await memory).search(text),
    ]);

  it('finds the same people in the same order', async () => {
    for (const { firstName, lastName, role, phoneNumber, email } of asked) {
      await finds(`${lastName} ${firstName}`);
      await finds(lastName.slice(0, 2));
      await finds(`${role} ${firstName.slice(0, 3)}`);
      await finds(`o-${lastName}`);
      await finds(phoneNumber.slice(-4));
      await finds(email);
    }
  });

  it('forgives the same typing errors', async () => {
    for (const { firstName, lastName, role } of asked) {
      await finds(misspelled(lastName));
      await finds(`${firstName} ${misspelled(lastName)}`);
      await finds(`${misspelled(lastName)} ${misspelled(firstName)}`);
      await finds(`${lastName} ${misspelled(role)}`);
    }
  });

  it.each([
    ['many pairs of words', 'a-b '.repeat(125)],
    ['many words', Array.from({ length: 166 }, (_, i) => (370 + i).toString(26)).join(' ')],
    [
      'many long pairs',
      Array.from({ length: 27 }, (_, i) => `${i + 10}bcdefgh-jklmnopq`).join(' '),
    ],
    ['one long word', 'abcde'.repeat(100)],
    ['many parts', 'a-'.repeat(250)],
    ['many numbers', Array.from({ length: 125 }, (_, i) => `${100 + i}x`).join(' ')],
    ['what is no text', '\u{1f600} \ud800 \u0000'],
  ])('answers to %s', async (_, text) => finds(text.slice(0, 500)));

  it('shows no page beyond the last', async () => {
    const first = await test.index.search('m');
    expect(first.total).toBeGreaterThan(100);
    expect(await test.index.search('m', { page: 99_999 })).toEqual({ ids: [], total: first.total });
  });
});

describe('opensearch and what it will not take', () => {
  it('names the document and writes all others', async () => {
    const { index, drop } = openTestIndex();
    const bad = person('bad', { lastName: 'x'.repeat(40_000) });
    const writing = index.putAll([person('ann'), bad, person('sam')]);
    await expect(writing).rejects.toThrow(DocumentsRefused);
    await expect(writing).rejects.toMatchObject({ refused: [{ id: 'bad' }] });
    await index.refresh();
    expect((await index.search('q')).ids).toEqual(['ann', 'sam']);
    await drop();
  });

  it('makes one index for many who start at once', async () => {
    const { another, client, alias, drop } = openTestIndex();
    const workers = Array.from({ length: 6 }, () => another());
    await Promise.all(workers.map((worker, n) => worker.put(person(`p${n}`))));
    await workers[0]!.refresh();
    expect((await workers[0]!.search('q')).total).toBe(6);
    const { body } = await client.indices.getAlias({ index: `${alias}-v*` });
    expect(body).toEqual({ [`${alias}-v1`]: { aliases: { [alias]: {} } } });
    await drop();
  });
});
