import fc from 'fast-check';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { person } from './contract-employees.js';
import { searchContract } from './contract.js';
import { invented, misspelled, unaccented, type Invented } from './test-employees.js';
import { openMiniSearch } from './minisearch.js';
import type { SearchIndex } from './port.js';

searchContract('minisearch', openMiniSearch);

it('answers what was asked before as the people are by then, page by page', async () => {
  const index = await openMiniSearch();
  const anna = person('a', { firstName: 'Anna' });
  const ids = async (page = 1) => (await index.search('anna', { page, size: 1 })).ids;
  expect(await ids()).toEqual([]);
  await index.put(anna);
  expect([await ids(), await ids(), await ids(2)]).toEqual([[anna.id], [anna.id], []]);
  await index.put({ ...anna, firstName: 'Berta', version: anna.version + 1 });
  expect(await ids()).toEqual([]);
  await index.put({ ...anna, version: anna.version + 2 });
  expect(await ids()).toEqual([anna.id]);
  await index.remove(anna.id, anna.version + 3);
  expect(await ids()).toEqual([]);
  for (let n = 0; n < 600; n++) await index.search(`nobody ${n}`);
  await index.put(person('a', { firstName: 'Anna', version: anna.version + 4 }));
  expect(await ids()).toEqual([anna.id]);
});

describe('among 3,000 invented people', () => {
  const people = invented(3000);
  const asked = people.filter((_, i) => i % 15 === 0);
  let index: SearchIndex;
  beforeAll(async () => {
    index = await openMiniSearch();
    await index.putAll(people);
  });
  const top = async (text: string) => (await index.search(text, { size: 10 })).ids;
  const foundBy = async (query: (someone: Invented) => string) => {
    const tops = await Promise.all(asked.map((someone) => top(query(someone))));
    return asked.filter(({ id }, i) => tops[i]!.includes(id)).length;
  };

  it('finds everybody by name, with and without accents', async () => {
    expect(await foundBy((one) => `${one.lastName} ${one.firstName}`)).toBe(200);
    expect(await foundBy((one) => unaccented(`${one.firstName} ${one.lastName}`))).toBe(200);
  });

  it('finds 195 of 200 by a name with a typing error', async () => {
    const found = await foundBy((one) => `${one.firstName} ${misspelled(one.lastName)}`);
    expect(found).toBeGreaterThanOrEqual(195);
    const turned = await foundBy((one) => `${one.lastName} ${misspelled(one.firstName)}`);
    expect(turned).toBeGreaterThanOrEqual(195);
  });

  it('shows everybody whose name begins with the text before anybody else', async () => {
    const begins = (start: string) => (one: Invented) =>
      [one.firstName, one.lastName].some((name) => unaccented(name).startsWith(start));
    for (const { lastName } of asked) {
      const start = unaccented(lastName).slice(0, 3);
      const all = people.filter(begins(start)).map(({ id }) => id);
      const shown = (await index.search(start, { size: 3000 })).ids;
      expect(shown.slice(0, all.length).toSorted()).toEqual(all.toSorted());
    }
  });
});

describe('after any writes', () => {
  const word = fc.constantFrom('Ann', 'Anna', 'O’Brien', 'Al-Masri', 'Łukasz', 'Sales', 'Hansen');
  const phone = fc.constantFrom('402 555 0134', '402 777 0155', '');
  const write = fc.record({
    id: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    version: fc.integer({ min: 1, max: 6 }),
    firstName: word,
    lastName: word,
    department: word,
    phoneNumber: phone,
    removed: fc.boolean(),
  });
  const queries = [
    'a',
    'ann',
    'anna sales',
    'hansne',
    'obrien',
    'masri',
    'lukas',
    '402',
    '555 ann',
  ];

  it('finds what an index of the newest versions alone finds', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(write, { selector: (w) => `${w.id} ${w.version}` }), check),
    ));

  type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;
  const check = async (writes: readonly Write[]) => {
    const [worn, fresh] = [await openMiniSearch(), await openMiniSearch()];
    const newest = new Map<string, Write>();
    for (const { removed, ...known } of writes) {
      await (removed ? worn.remove(known.id, known.version) : worn.put(person(known.id, known)));
      if (known.version > (newest.get(known.id)?.version ?? 0)) {
        newest.set(known.id, { removed, ...known });
      }
      await worn.search('a');
    }
    const kept = [...newest.values()].filter(({ removed }) => !removed);
    await fresh.putAll(kept.map((known) => person(known.id, known)));
    for (const query of queries)
      expect(await worn.search(query)).toEqual(await fresh.search(query));
  };
});
