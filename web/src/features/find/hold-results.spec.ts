import { expect, it } from '@jest/globals';
import type { FindHit, FindPage } from '@feusa/contracts/find';
import { heldResults } from './hold-results.js';

const hit = (id: string, name = id): FindHit => ({
  ...{ kind: 'file', id, name, path: [], matched: 'name' },
});
const page = (...hits: readonly FindHit[]): FindPage => ({
  ...{ hits, next: null, counts: { folder: 0, file: hits.length, link: 0, person: 0 } },
});

it('keeps every result in its place, with what is new of it', () => {
  const held = heldResults(page(hit('a'), hit('b')), page(hit('c'), hit('b', 'B'), hit('a')));
  expect(held.page.hits.map(({ name }) => name)).toEqual(['a', 'B']);
  expect([held.waiting, held.gone.size, held.page.counts.file]).toEqual([1, 0, 3]);
});

it('still shows what has gone, and says so', () => {
  const held = heldResults(page(hit('a'), hit('b')), page(hit('b')));
  expect(held.page.hits.map(({ id }) => id)).toEqual(['a', 'b']);
  expect([held.waiting, [...held.gone]]).toEqual([1, ['a']]);
});
