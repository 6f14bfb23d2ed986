import { refuse } from '@feusa/contracts/refusals';
import type { UserCommands, Role, UserEvents } from '@feusa/contracts/users';
import type { Command, Decider } from './decider.js';

export type UserCommand = Command<keyof typeof UserCommands>;

type User = { readonly role: Role } | null;

/** `emailTaken`: another account has this address; `admins`: how many administrators there are. */
export interface UserContext {
  readonly emailTaken: boolean;
  readonly admins: number;
  readonly firstAdmin?: boolean;
}

export const users: Decider<User, UserCommand, UserContext, keyof typeof UserEvents> = {
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
        const { role: from } = user ?? refuse('user/not-found');
        if (body.role !== 'admin') keepAnAdmin(from, context);
        return { type: 'UserRoleSet', data: { role: body.role, from } };
      }
      case 'remove-user': {
        const { role } = user ?? refuse('user/not-found');
        keepAnAdmin(role, context);
        return { type: 'UserRemoved', data: {} };
      }
    }
  },

  evolve(_user, event) {
    switch (event.type) {
      case 'UserRegistered':
      case 'UserRoleSet':
        return { role: event.data.role };
      case 'UserRemoved':
        return null;
    }
  },
};

/** `role`: what is about to be lost. */
function keepAnAdmin(role: Role, { admins }: UserContext): void {
  if (role === 'admin' && admins < 2) refuse('user/last-admin');
}

const TAKEN = 'That e-mail is already registered';
