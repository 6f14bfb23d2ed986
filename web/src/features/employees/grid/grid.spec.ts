import { describe, expect, it } from '@jest/globals';
import { itemsOfRow, letterIndex, letterOf, rowCount, rowOf, typedIndex } from './grid.js';
import { initialsOf } from '../../../shared/initials.js';
import { person } from '../employees.fixture.js';

const rows = ['Ann', 'Åsa', 'Émile', 'Łukasz', '李'].map((firstName) =>
  person(firstName, { firstName }),
);

describe('the grid', () => {
  it('has a last row that may be short', () => {
    expect(rowCount(10, 3)).toBe(4);
    expect(rowOf(9, 3)).toBe(3);
    expect(itemsOfRow([0, 1, 2, 3, 4], 1, 3)).toEqual([3, 4]);
  });
  it.each([
    ['Åsa', 'A'],
    ['Łukasz', 'L'],
    ['李', '#'],
    ['1st', '#'],
  ])('files %s under %s', (name, letter) => expect(letterOf(name)).toBe(letter));
  it('knows where each letter starts', () =>
    expect([...letterIndex(rows)]).toEqual([
      ['A', 0],
      ['E', 2],
      ['L', 3],
      ['#', 4],
    ]));
  it('jumps to what is typed, going round', () => {
    expect(typedIndex(rows, 'as', 0)).toBe(1);
    expect(typedIndex(rows, 'ann m', 3)).toBe(0);
    expect(typedIndex(rows, 'x', 0)).toBe(-1);
  });
});

it('draws initials', () => expect(initialsOf(' łukasz', 'de Boer')).toBe('ŁD'));
