import type { DomainEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import type { Role } from '@feusa/contracts/users';
import type { Command, Decider } from './decider.js';

export type UserCommand = Command<'register-user' | 'set-user-role' | 'remove-user'>;

type User = { readonly role: Role } | null;

/** `emailTaken`: another account has this address; `admins`: how many administrators there are. */
export interface UserContext {
  readonly emailTaken: boolean;
  readonly admins: number;
  readonly firstAdmin?: boolean;
}

export const users: Decider<User, UserCommand, UserContext> = {
  initial: null,

  decide({ name, body }, user, { emailTaken, admins, firstAdmin }): DomainEvent {
    switch (name) {
      case 'register-user':
        if (emailTaken) refuse('user/email-taken', { fields: { email: TAKEN } });
        return {
          type: 'UserRegistered',
          data: { email: body.email, role: firstAdmin ? 'admin' : 'basic' },
        };
      case 'set-user-role': {
        const { role: from } = user ?? refuse('user/not-found');
        if (from === 'admin' && body.role !== 'admin' && admins < 2) refuse('user/last-admin');
        return { type: 'UserRoleSet', data: { role: body.role, from } };
      }
      case 'remove-user': {
        const { role } = user ?? refuse('user/not-found');
        if (role === 'admin' && admins < 2) refuse('user/last-admin');
        return { type: 'UserRemoved', data: {} };
      }
    }
  },

  evolve(user, event) {
    switch (event.type) {
      case 'UserRegistered':
      case 'UserRoleSet':
        return { role: event.data.role };
      case 'UserRemoved':
        return null;
      default:
        return user;
    }
  },
};

const TAKEN = 'That e-mail is already registered';
