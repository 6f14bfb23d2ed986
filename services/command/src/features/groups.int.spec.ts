import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { SYSTEM } from '../feature.js';
import { accepts, openScenario, refuses } from '../test-scenario.js';

openScenario();

const register = async (email: string) =>
  (
    await accepts(
      'register-user',
      { email, password: 'secret words', teamPassword: 'team' },
      { type: 'UserRegistered', data: { email, role: 'admin' } },
      { by: SYSTEM },
    )
  ).id;

describe('groups', () => {
  it('are added, renamed, removed and restored', async () => {
    const { id } = await accepts(
      'add-group',
      { name: ' Workshop ' },
      { type: 'GroupAdded', data: { name: 'Workshop' } },
    );
    await refuses('add-group', { id, name: 'Again' }, 'id-taken', { facts: { id } });
    await accepts(
      'rename-group',
      { id, name: 'Field' },
      { type: 'GroupRenamed', data: { name: 'Field' } },
    );
    await refuses('restore-group', { id }, 'group/not-removed');
    await accepts('remove-group', { id }, { type: 'GroupRemoved', data: {} });
    await refuses('remove-group', { id }, 'group/not-found');
    await refuses('rename-group', { id, name: 'Gone' }, 'group/not-found');
    await accepts('restore-group', { id }, { type: 'GroupRestored', data: {} });
  });

  it('have no id of an account: what is shared with one would be with their members, too', async () => {
    const id = await register('named@x.com');
    await refuses('add-group', { id, name: 'Impostors' }, 'id-taken', { facts: { id } });
  });

  it('have members, each once, who have an account', async () => {
    const { id } = await accepts(
      'add-group',
      { name: 'Office' },
      { type: 'GroupAdded', data: { name: 'Office' } },
    );
    const people = [await register('a@x.com'), await register('b@x.com')].sort();
    const userIds = [...people].reverse().concat(people);
    await accepts(
      'set-group-members',
      { id, userIds },
      { type: 'GroupMembersSet', data: { userIds: people } },
    );
    await refuses('set-group-members', { id, userIds: [randomUUID()] }, 'user/not-found');
  });
});
