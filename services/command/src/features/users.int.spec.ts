import { describe, it } from '@jest/globals';
import { SYSTEM } from '../feature.js';
import { accepts, openScenario, refuses } from '../test-scenario.js';

openScenario();

describe('users', () => {
  const register = (email: string) => ({ email, password: 'secret words', teamPassword: 'team' });
  it('begin with an administrator and never lose the last one', async () => {
    const registered = (email: string, role: 'admin' | 'basic') =>
      ({ type: 'UserRegistered', data: { email, role } }) as const;
    const first = await accepts(
      'register-user',
      register('ann@x.com'),
      registered('ann@x.com', 'admin'),
      { by: SYSTEM },
    );
    const { id } = await accepts(
      'register-user',
      register('Bob@x.com'),
      registered('Bob@x.com', 'basic'),
    );
    await refuses('register-user', register('bOB@x.com '), 'user/email-taken', {
      facts: { fields: { email: 'That e-mail is already registered' } },
    });
    const wrong = { ...register('eve@x.com'), teamPassword: 'Team' };
    await refuses('register-user', wrong, 'user/team-password-wrong');
    await refuses('set-user-role', { userId: first.id, role: 'basic' }, 'user/last-admin');
    await refuses('remove-user', { id: first.id }, 'user/last-admin');
    await accepts(
      'set-user-role',
      { userId: id, role: 'admin' },
      {
        type: 'UserRoleSet',
        data: { role: 'admin', from: 'basic' },
      },
    );
    await accepts('suspend-user', { id }, { type: 'UserSuspended', data: {} });
    await refuses('suspend-user', { id: first.id }, 'user/last-admin');
    await accepts('reinstate-user', { id }, { type: 'UserReinstated', data: {} });
    await refuses('reinstate-user', { id }, 'user/not-suspended');
    await accepts('remove-user', { id: first.id }, { type: 'UserRemoved', data: {} });
    const groups: string[] = [];
    const invited = { email: 'dan@x.com', role: 'auditor', groups } as const;
    const open = await accepts('invite-user', invited, { type: 'UserInvited', data: invited });
    await refuses('invite-user', { ...invited, email: 'Bob@x.com' }, 'user/email-taken', {
      facts: { fields: { email: 'That e-mail is already registered' } },
    });
    await refuses('set-user-role', { userId: open.id, role: 'admin' }, 'user/not-found');
    const withdrawn = { type: 'InvitationWithdrawn', data: {} } as const;
    await accepts('withdraw-invitation', { id: open.id }, withdrawn);
    await refuses('withdraw-invitation', { id: open.id }, 'invitation/invalid');
    await refuses('remove-user', { id }, 'user/last-admin');
    await refuses('remove-user', { id: first.id }, 'user/not-found');
    await refuses('set-user-role', { userId: first.id, role: 'admin' }, 'user/not-found');
    await accepts('register-user', register('ann@x.com'), registered('ann@x.com', 'basic'));
  });
});
