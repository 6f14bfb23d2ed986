import { expect, it } from '@jest/globals';
import { rank } from './items.js';

const items = [
  { name: 'Old tractor parts', place: 'Archive' },
  { name: 'Tractors', place: 'Manuals' },
  { name: 'Contracts', place: 'Legal' },
  { name: 'Prices', place: 'Tractors / 2026' },
  { name: 'Übersicht', place: '' },
];
const names = (query: string, most = 9) => rank(items, query, most).map(({ name }) => name);

it('puts the start of the name first, then of a word, then the inside, then the place', () =>
  expect(names('tract')).toEqual(['Tractors', 'Old tractor parts', 'Contracts', 'Prices']));
it('wants every word', () => expect(names('tractors 2026')).toEqual(['Prices']));
it('drops accents', () => expect(names('uber')).toEqual(['Übersicht']));
it('keeps to the most', () => expect(names('tract', 1)).toEqual(['Tractors']));
