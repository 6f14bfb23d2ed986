import { expect, it } from '@jest/globals';
import { noFilters } from '../search/filters.js';
import { csvAddress } from './export-address.js';

it('exports everybody, or whom the list shows', () => {
  expect(csvAddress({ search: { ids: null, query: '' }, filters: noFilters, at: '' })).toBe(
    '/api/employees/export?format=csv',
  );
  const filters = { location: ['Fargo', 'Sioux Falls, SD'], department: ['R&D'] };
  expect(csvAddress({ search: { ids: ['1'], query: 'ann' }, filters, at: '12' })).toBe(
    '/api/employees/export?format=csv&q=ann&location=Fargo&location=Sioux+Falls%2C+SD&department=R%26D&at=12',
  );
});
