import type { Erased } from '@feusa/contracts/erasure';
import { refuse } from '@feusa/contracts/refusals';
import type { UserCommands, Role, UserEvents } from '@feusa/contracts/users';
import { personErased, type ErasureFacts } from './erasure.js';
import type { Command, Decider } from './decider.js';

export type UserCommand = Command<keyof typeof UserCommands | 'erase-person'>;

interface Known {
  readonly role: Role;
  readonly suspended: boolean;
  readonly gone?: 'removed' | 'erased';
}
type User = Known | null;

/** `emailTaken`: another account has this address; `admins`: how many administrators can sign in; `isNamed`, `told`: as for employees. */
export interface UserContext {
  readonly emailTaken: boolean;
  readonly admins: number;
  readonly firstAdmin?: boolean;
  readonly isNamed?: boolean;
  readonly told?: ErasureFacts | undefined;
}

/** Somebody who may sign in. There is always an administrator left. */
export const users: Decider<User, UserCommand, UserContext, keyof typeof UserEvents | Erased> = {
  initial: null,

  decide({ name, body }, user, context) {
    switch (name) {
      case 'register-user':
        if (context.emailTaken) refuse('user/email-taken', { fields: { email: TAKEN } });
        return {
          type: 'UserRegistered',
          data: { email: body.email, role: context.firstAdmin ? 'admin' : 'basic' },
        };
      case 'set-user-role': {
        const there = present(user);
        if (body.role !== 'admin') keepAnAdmin(there, context);
        return { type: 'UserRoleSet', data: { role: body.role, from: there.role } };
      }
      case 'remove-user': {
        keepAnAdmin(present(user), context);
        return { type: 'UserRemoved', data: {} };
      }
      case 'suspend-user':
        return suspend(present(user), context);
      case 'reinstate-user':
        return reinstate(present(user));
      case 'erase-person':
        return erase(user, context);
    }
  },

  evolve(user, event) {
    switch (event.type) {
      case 'UserRegistered':
        return { role: event.data.role, suspended: false };
      case 'UserRoleSet':
        return user && { ...user, role: event.data.role };
      case 'UserSuspended':
        return user && { ...user, suspended: true };
      case 'UserReinstated':
        return user && { ...user, suspended: false };
      case 'UserRemoved':
        return user && { ...user, gone: 'removed' };
      case 'PersonErased':
        return user && { ...user, gone: 'erased' };
    }
  },
};

function suspend(user: Known, context: UserContext) {
  if (user.suspended) refuse('user/suspended');
  keepAnAdmin(user, context);
  return { type: 'UserSuspended', data: {} } as const;
}

function reinstate({ suspended }: Known) {
  if (!suspended) refuse('user/not-suspended');
  return { type: 'UserReinstated', data: {} } as const;
}

function erase(user: User, context: UserContext) {
  if (!user || user.gone === 'erased') return refuse('user/not-found');
  if (!context.isNamed) refuse('person/other-name');
  if (!user.gone) keepAnAdmin(user, context);
  return personErased(context.told);
}

function present(user: User) {
  return user && !user.gone ? user : refuse('user/not-found');
}

/** `user`: as they are before they lose it. */
function keepAnAdmin({ role, suspended }: Known, { admins }: UserContext): void {
  if (role === 'admin' && !suspended && admins < 2) refuse('user/last-admin');
}

const TAKEN = 'That e-mail is already registered';
