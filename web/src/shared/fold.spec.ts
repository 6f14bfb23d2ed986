import { describe, expect, it } from '@jest/globals';
import { fold, foldWithOrigin, wordsOf } from './fold.js';

describe('fold', () => {
  it('drops case and accents', () => expect(fold('Žofie ÅSTRÖM')).toBe('zofie astrom'));
  it('folds letters that have no accent to drop', () =>
    expect(fold('Łukasz Søren Weiß Æsa')).toBe('lukasz soren weiss aesa'));
  it('keeps other scripts', () => expect(fold('Юлия')).toBe('юлия'));
});

describe('foldWithOrigin', () => {
  it('maps every folded character to its source', () => {
    const { folded, origin } = foldWithOrigin('Weiß É');
    expect(folded).toBe('weiss e');
    expect(origin).toEqual([0, 1, 2, 3, 3, 4, 5, 6]);
  });
  it('maps a decomposed accent to the end of its letter', () => {
    const { folded, origin } = foldWithOrigin('e\u0301a');
    expect(folded).toBe('ea');
    expect(origin).toEqual([0, 2, 3]);
  });
});

it('finds the words', () =>
  expect(wordsOf("o'brien, 12")).toEqual([
    { text: 'o', at: 0 },
    { text: 'brien', at: 2 },
    { text: '12', at: 9 },
  ]));
