import { expect, it } from '@jest/globals';
import { SearchedValues } from './searched-values.js';

const bytes = (text: string) => Buffer.from(`before ${text} after`);

it.each([
  ['Miller', 'MILLER'],
  ['Łukasz', 'Łukasz'],
  ['Łukasz', 'łukasz'],
  ['łukasz', 'ŁUKASZ'],
  ['Ångström', 'ångström'],
])('%s is found as %s, in text and in bytes', async (value, written) => {
  const wanted = new SearchedValues([value]);
  expect(wanted.isIn(`before ${written} after`)).toBe(true);
  expect(wanted.isIn(bytes(written))).toBe(true);
  async function* pieces() {
    for (const byte of bytes(written)) yield Buffer.from([byte]);
  }
  expect(await wanted.isAmong(pieces())).toBe(true);
});

it('nothing else is found', () => {
  expect(new SearchedValues(['Łukasz']).isIn(bytes('Lukasz'))).toBe(false);
});
