import { expect, it } from '@jest/globals';
import { textBounds } from '@feusa/contracts/find-bounds';
import { excerptOf } from './excerpt.js';
import { nameQueryOf, nameVector, queryOf, textVector, wordsOf } from './words.js';

it('folds words of letters and digits', () =>
  expect(wordsOf("Größe_8R-2.pdf O'Brien")).toEqual(['grosse', '8r', '2', 'pdf', 'o', 'brien']));

it('writes vectors without anything that could end a word', () => {
  expect(nameVector(`a'b \\ "a`)).toBe(`'a':1A '=a':1A 'b':2A '=b':2A`);
  expect(textVector('oil and oil and oil and oil')).toBe(`'oil':1,3,5 'and':2,4,6`);
  expect(textVector('')).toBe('');
});

it('keeps to the bounds of a vector', () => {
  const text = Array.from({ length: 60_000 }, (_, index) => `w${index}`).join(' ');
  expect(textVector(text).split(' ').length).toBeLessThanOrEqual(textBounds.words.value);
  const long = Array.from({ length: 5000 }, (_, index) => `${'語'.repeat(60)}${index}`).join(' ');
  expect(Buffer.byteLength(textVector(long))).toBeLessThan(1024 * 1024);
});

it('looks for short beginnings in names only', () => {
  const sets = [['oil', 'a'], ['b']];
  expect(queryOf(sets)).toBe(`('oil':* & ('=a':* | 'a')) | (('=b':* | 'b'))`);
  expect(nameQueryOf(sets)).toBe(`('=oil':* & '=a':*) | ('=b':*)`);
});

it('shows the words where they stand, and all else escaped', () => {
  expect(excerptOf('Use <b> Größe & more', ['grosse'])).toBe(
    'Use &lt;b&gt; <mark>Größe</mark> &amp; more',
  );
  expect(excerptOf('<mark>oil</mark>', ['oil'])).toBe('&lt;mark&gt;<mark>oil</mark>&lt;/mark&gt;');
  expect(excerptOf('foil and oilcan', ['oil'])).toBe('foil and <mark>oilcan</mark>');
  expect(excerptOf('nothing here', ['oil'])).toBeUndefined();
});

it('cuts at gaps around the first of them', () => {
  const text = `${'before '.repeat(50)}filter ${'after '.repeat(80)}`;
  const excerpt = excerptOf(text, ['filter'])!;
  expect(excerpt).toMatch(/^… before .*<mark>filter<\/mark> after .* …$/);
  expect(excerpt.length).toBeLessThan(300);
});
