import { describe, it } from '@jest/globals';
import { specOf } from './test-decider.js';
import { users, type UserCommand, type UserContext } from './users.js';

const { given } = specOf(users);

const role = (to: 'admin' | 'auditor' | 'basic'): UserCommand => ({
  name: 'set-user-role',
  body: { userId: 'u1', role: to },
});
const register: UserCommand = {
  name: 'register-user',
  body: { email: 'ann@feusa.example', password: 'secret words', teamPassword: 'team words' },
};
const remove: UserCommand = { name: 'remove-user', body: { id: 'u1' } };

const registered = {
  type: 'UserRegistered',
  data: { email: 'ann@feusa.example', role: 'basic' },
} as const;
const promoted = { type: 'UserRoleSet', data: { role: 'admin', from: 'basic' } } as const;
const removed = { type: 'UserRemoved', data: {} } as const;

const two: UserContext = { emailTaken: false, admins: 2 };
const one: UserContext = { emailTaken: false, admins: 1 };

describe('registering a user', () => {
  it('makes a basic one, with no password in the event', () =>
    given().when(register, two).then(registered));
  it('makes the first one an administrator', () =>
    given()
      .when(register, { emailTaken: false, admins: 0, firstAdmin: true })
      .then({ type: 'UserRegistered', data: { email: 'ann@feusa.example', role: 'admin' } }));
  it('is refused where the e-mail is taken, and says at which field', () =>
    given()
      .when(register, { ...two, emailTaken: true })
      .thenRefused('user/email-taken', {
        fields: { email: 'That e-mail is already registered' },
      }));
});

describe("setting a user's role", () => {
  it('tells the role before, too', () => given(registered).when(role('admin'), one).then(promoted));
  it('makes an auditor', () =>
    given(registered)
      .when(role('auditor'), one)
      .then({ type: 'UserRoleSet', data: { role: 'auditor', from: 'basic' } }));
  it('takes the role from one administrator of two', () =>
    given(registered, promoted)
      .when(role('basic'), two)
      .then({ type: 'UserRoleSet', data: { role: 'basic', from: 'admin' } }));
  it('leaves the last administrator one', () =>
    given(registered, promoted)
      .when(role('admin'), one)
      .then({
        type: 'UserRoleSet',
        data: { role: 'admin', from: 'admin' },
      }));
  it('never takes the role from the last administrator', () =>
    given(registered, promoted).when(role('auditor'), one).thenRefused('user/last-admin'));
  it('is refused for an unknown user', () =>
    given().when(role('admin'), two).thenRefused('user/not-found'));
  it('is refused for a removed user', () =>
    given(registered, removed).when(role('admin'), two).thenRefused('user/not-found'));
});

describe('removing a user', () => {
  it('removes a basic one beside the only administrator', () =>
    given(registered).when(remove, one).then(removed));
  it('removes one administrator of two', () =>
    given(registered, promoted).when(remove, two).then(removed));
  it('never removes the last administrator', () =>
    given(registered, promoted).when(remove, one).thenRefused('user/last-admin'));
  it('is refused for an unknown user', () =>
    given().when(remove, two).thenRefused('user/not-found'));
  it('is refused the second time', () =>
    given(registered, removed).when(remove, two).thenRefused('user/not-found'));
});

describe('erasing a user', () => {
  const erase: UserCommand = {
    name: 'erase-person',
    body: { id: 'u1', kind: 'user', name: 'ann@feusa.example' },
  };
  const erased = { type: 'PersonErased', data: {} } as const;
  const named = { ...two, isNamed: true };

  it('says no more than that', () => given(registered).when(erase, named).then(erased));
  it('is possible for one who was removed, once', () => {
    given(registered, removed).when(erase, named).then(erased);
    given(registered, erased).when(erase, named).thenRefused('user/not-found');
  });
  it('wants the right address', () =>
    given(registered).when(erase, two).thenRefused('person/other-name'));
  it('keeps the last administrator', () =>
    given(registered, promoted)
      .when(erase, { ...one, isNamed: true })
      .thenRefused('user/last-admin'));
});

describe('suspending a user', () => {
  const suspend: UserCommand = { name: 'suspend-user', body: { id: 'u1' } };
  const reinstate: UserCommand = { name: 'reinstate-user', body: { id: 'u1' } };
  const suspended = { type: 'UserSuspended', data: {} } as const;
  const reinstated = { type: 'UserReinstated', data: {} } as const;

  it('keeps everything else, and ends', () => {
    given(registered).when(suspend, one).then(suspended);
    given(registered, suspended).when(reinstate, one).then(reinstated);
    given(registered, suspended, reinstated).when(suspend, one).then(suspended);
  });
  it('is refused where it changes nothing', () => {
    given(registered, suspended).when(suspend, one).thenRefused('user/suspended');
    given(registered).when(reinstate, one).thenRefused('user/not-suspended');
    given(registered, removed).when(suspend, one).thenRefused('user/not-found');
    given().when(reinstate, one).thenRefused('user/not-found');
  });
  it('never leaves no administrator, of whom a suspended one is none', () => {
    given(registered, promoted).when(suspend, one).thenRefused('user/last-admin');
    given(registered, promoted).when(suspend, two).then(suspended);
    given(registered, promoted, suspended).when(remove, one).then(removed);
  });
});

describe('inviting a user', () => {
  const invite: UserCommand = {
    name: 'invite-user',
    body: { email: 'ann@feusa.example', role: 'auditor' },
  };
  const withdraw: UserCommand = { name: 'withdraw-invitation', body: { id: 'u1' } };
  const groups: string[] = [];
  const invited = {
    type: 'UserInvited',
    data: { email: 'ann@feusa.example', role: 'auditor', groups },
  } as const;
  const withdrawn = { type: 'InvitationWithdrawn', data: {} } as const;

  it('says to what, as often as somebody is invited', () => {
    given().when(invite, one).then(invited);
    given(invited).when(invite, one).then(invited);
    given(invited, withdrawn).when(invite, one).then(invited);
  });
  it('is refused where there is or was an account', () => {
    given()
      .when(invite, { ...one, emailTaken: true })
      .thenRefused('user/email-taken', { fields: { email: 'That e-mail is already registered' } });
    given(invited, registered).when(invite, one).thenRefused('invitation/invalid');
    given(registered, removed).when(invite, one).thenRefused('invitation/invalid');
  });
  it('makes no account before it is accepted', () => {
    given(invited).when(role('admin'), two).thenRefused('user/not-found');
    given(invited).when(remove, two).thenRefused('user/not-found');
    given(invited).when(register, two).then(registered);
  });
  it('ends where it is withdrawn, once', () => {
    given(invited).when(withdraw, one).then(withdrawn);
    given(invited, withdrawn).when(withdraw, one).thenRefused('invitation/invalid');
    given(invited, withdrawn).when(register, one).thenRefused('invitation/invalid');
    given(invited, registered).when(withdraw, one).thenRefused('invitation/invalid');
    given().when(withdraw, one).thenRefused('invitation/invalid');
  });
  it('can be erased, whoever is the last administrator', () => {
    given(invited)
      .when(
        { name: 'erase-person', body: { id: 'u1', kind: 'user', name: 'ann@feusa.example' } },
        { ...one, isNamed: true },
      )
      .then({ type: 'PersonErased', data: {} });
  });
});
