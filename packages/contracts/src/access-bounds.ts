import { bound } from './bound.js';

export const accessBounds = {
  groups: bound('groups', [1000, 'in all'], '422'),
  members: bound('members of a group', [3000, 'a group'], '400'),
  named: bound('groups and people that a folder names', [200, 'each to read and to manage'], '400'),
  listed: bound(
    'restricted folders that are told of one person',
    [500, 'seen and as many hidden'],
    'the others are counted',
  ),
} as const;
