import { expect, it } from '@jest/globals';
import type { UserView } from '@feusa/contracts/users';
import { gainsAndLosses, seeingWith } from './changes.js';

const user = (id: string, role: UserView['role'] = 'basic') =>
  ({ id, email: `${id}@x.com`, role, createdAt: '' }) as UserView;
const users = [user('ann'), user('bob'), user('carol'), user('root', 'admin')];
const groups = [{ id: 'office', name: 'Office', members: ['ann'], version: 1 }];

it('says who would see a folder, and who gains or loses by it', () => {
  const open = seeingWith(null, { users, groups, above: undefined });
  expect([...open]).toEqual(['ann', 'bob', 'carol', 'root']);
  const access = { read: ['office', 'bob'], manage: [] };
  const after = seeingWith(access, { users, groups, above: new Set(['ann', 'carol']) });
  expect([...after]).toEqual(['ann', 'root']);
  expect(gainsAndLosses(open, after, users)).toEqual({
    ...{ gains: [], loses: ['bob@x.com', 'carol@x.com'] },
  });
  expect(gainsAndLosses(after, open, users).gains).toEqual(['bob@x.com', 'carol@x.com']);
});
