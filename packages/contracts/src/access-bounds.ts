import { bound } from './bound.js';

export const accessBounds = {
  groups: bound('groups', [1000, 'in all'], '422'),
  members: bound('members of a group', [5000, 'a group'], '400'),
} as const;
