import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { Dictionary } from './dictionary.js';
import { forgiven, typos } from './typos.js';

/** The textbook table of distances with swaps of neighbours. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const wrong = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = swap ? rows[i - 2]![j - 2]! + 1 : Infinity;
      row.push(Math.min(wrong, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 10 });

it('counts typing errors up to a limit', () =>
  fc.assert(
    fc.property(word, word, (a, b) => {
      const errors = distance(a, b);
      expect(typos(a, b, 2)).toBe(errors <= 2 ? errors : Infinity);
    }),
    { numRuns: 2000 },
  ));

it('finds every word within the forgiven errors and no other', () =>
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (words, asked) => {
      fc.pre(asked.length >= 3);
      const dictionary = new Dictionary();
      for (const each of words) dictionary.add(each, 'names', 1);
      const near = dictionary.near(asked).map(([posting, errors]) => `${posting.word} ${errors}`);
      const expected = words
        .filter((each) => each !== asked && distance(asked, each) <= forgiven(each.length))
        .map((each) => `${each} ${distance(asked, each)}`);
      expect(near.sort()).toEqual(expected.sort());
    }),
    { numRuns: 2000 },
  ));

it('finds a word once that two swaps lead to and one error as well', () => {
  const dictionary = new Dictionary();
  dictionary.add('bcabcacbba', 'names', 1);
  const near = dictionary.near('bcacbacbba').map(([{ word }, errors]) => `${word} ${errors}`);
  expect(near).toEqual(['bcabcacbba 1']);
});

it('does not take a word with two double letters for its own misspelling', () => {
  const dictionary = new Dictionary();
  dictionary.add('ccbbbacc', 'names', 1);
  expect(dictionary.near('ccbbbacc')).toEqual([]);
});

it('leaves words with digits alone', () => {
  const dictionary = new Dictionary();
  for (const each of ['room12', 'rooms']) dictionary.add(each, 'others', 1);
  expect(dictionary.near('room13')).toEqual([]);
  expect(dictionary.near('roomz').map(([{ word }]) => word)).toEqual(['rooms']);
});

it('drops a word with its last person', () => {
  const dictionary = new Dictionary();
  const posting = dictionary.add('ann', 'names', 1);
  dictionary.add('ann', 'others', 2);
  dictionary.drop(posting, 1);
  expect(dictionary.exactly('ann')).toMatchObject({ names: [], others: [2] });
  dictionary.drop(posting, 2);
  expect([...dictionary.startingWith('a')]).toEqual([]);
});
