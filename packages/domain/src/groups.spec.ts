import { describe, it } from '@jest/globals';
import { groups, type GroupContext } from './groups.js';
import { specOf } from './test-decider.js';

const { given } = specOf(groups);
const id = '00000000-0000-4000-8000-000000000001';
const [ann = '', ben = ''] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
];
const added = { type: 'GroupAdded', data: { name: 'Workshop' } } as const;
const removed = { type: 'GroupRemoved', data: {} } as const;
const joined = (...userIds: string[]) => ({ type: 'GroupMembersSet', data: { userIds } }) as const;
const context: GroupContext = { isFull: false, unknown: [] };

describe('a group', () => {
  it('is added, renamed, removed and restored', () => {
    given()
      .when({ name: 'add-group', body: { id, name: 'Workshop' } }, context)
      .then(added);
    given(added)
      .when({ name: 'rename-group', body: { id, name: 'Field' } }, context)
      .then({ type: 'GroupRenamed', data: { name: 'Field' } });
    given(added).when({ name: 'remove-group', body: { id } }, context).then(removed);
    given(added, removed)
      .when({ name: 'restore-group', body: { id } }, context)
      .then({ type: 'GroupRestored', data: {} });
  });

  it('has the members that it is given', () => {
    given(added)
      .when({ name: 'set-group-members', body: { id, userIds: [ann, ben] } }, context)
      .then(joined(ann, ben));
  });

  it('takes nobody in who has no account, and keeps whose account is gone', () => {
    const body = { id, userIds: [ann, ben] };
    const command = { name: 'set-group-members', body } as const;
    const unknown = { ...context, unknown: [ben] };
    given(added).when(command, unknown).thenRefused('user/not-found');
    given(added, joined(ben)).when(command, unknown).then(joined(ann, ben));
  });

  it('is not there before it is added and after it is removed', () => {
    for (const events of [[], [added, removed]] as const) {
      const then = given(...events);
      then
        .when({ name: 'rename-group', body: { id, name: 'Field' } }, context)
        .thenRefused('group/not-found');
      then.when({ name: 'remove-group', body: { id } }, context).thenRefused('group/not-found');
      then
        .when({ name: 'set-group-members', body: { id, userIds: [] } }, context)
        .thenRefused('group/not-found');
    }
    given().when({ name: 'restore-group', body: { id } }, context).thenRefused('group/not-found');
    given(added)
      .when({ name: 'restore-group', body: { id } }, context)
      .thenRefused('group/not-removed');
  });

  it('is refused where there are too many', () => {
    given()
      .when({ name: 'add-group', body: { id, name: 'One more' } }, { ...context, isFull: true })
      .thenRefused('group/too-many');
  });
});
