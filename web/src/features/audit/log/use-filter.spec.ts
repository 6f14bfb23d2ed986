import { expect, it } from '@jest/globals';
import { noFilter } from '../log-event.js';
import { filterIn } from './use-filter.js';

it('takes what is in the address', () => {
  const given = { type: 'FolderAdded', from: '2026-01-01T00:00', text: 'oil', stream: 'nonsense' };
  const search = `?${new URLSearchParams({ ...given, more: 'x' })}`;
  expect(filterIn(search)).toEqual({ ...noFilter, ...given });
});

it('is not narrowed by a type or time that is none, as its fields show', () =>
  expect(filterIn('?type=Nonsense&from=yesterday&to=nonsense')).toEqual(noFilter));
