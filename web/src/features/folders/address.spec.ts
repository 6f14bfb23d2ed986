import { expect, it } from '@jest/globals';
import { idOfPath } from './address.js';

it.each([
  ['/dashboard', null],
  ['/dashboard/', null],
  ['/dashboard/A/B', 'b'],
  ['/dashboard/a/b/', 'b'],
])('the folder of %s is %s', (path, id) => expect(idOfPath(path)).toBe(id));
