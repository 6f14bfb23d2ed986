import type { Erased } from '@feusa/contracts/erasure';
import { refuse } from '@feusa/contracts/refusals';
import type { UserCommands, Role, UserEvents } from '@feusa/contracts/users';
import { personErased, type ErasureFacts } from './erasure.js';
import type { Command, Decider } from './decider.js';

export type UserCommand = Command<keyof typeof UserCommands | 'erase-person'>;

type User = { readonly role: Role; readonly gone?: 'removed' | 'erased' } | null;

/** `emailTaken`: another account has this address; `admins`: how many administrators there are; `isNamed`, `told`: as for employees. */
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
        const { role: from } = present(user);
        if (body.role !== 'admin') keepAnAdmin(from, context);
        return { type: 'UserRoleSet', data: { role: body.role, from } };
      }
      case 'remove-user': {
        const { role } = present(user);
        keepAnAdmin(role, context);
        return { type: 'UserRemoved', data: {} };
      }
      case 'erase-person': {
        if (!user || user.gone === 'erased') return refuse('user/not-found');
        if (!context.isNamed) refuse('person/other-name');
        if (!user.gone) keepAnAdmin(user.role, context);
        return personErased(context.told);
      }
    }
  },

  evolve(user, event) {
    switch (event.type) {
      case 'UserRegistered':
      case 'UserRoleSet':
        return { role: event.data.role };
      case 'UserRemoved':
        return user && { ...user, gone: 'removed' };
      case 'PersonErased':
        return user && { ...user, gone: 'erased' };
    }
  },
};

function present(user: User) {
  return user && !user.gone ? user : refuse('user/not-found');
}

/** `role`: what is about to be lost. */
function keepAnAdmin(role: Role, { admins }: UserContext): void {
  if (role === 'admin' && admins < 2) refuse('user/last-admin');
}

const TAKEN = 'That e-mail is already registered';
