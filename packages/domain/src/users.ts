import type { CommandBody } from '@feusa/contracts/commands';
import type { Erased } from '@feusa/contracts/erasure';
import type { InvitationCommands } from '@feusa/contracts/invitations';
import { refuse } from '@feusa/contracts/refusals';
import type { UserCommands, Role, UserEvents } from '@feusa/contracts/users';
import { personErased, type ErasureFacts } from './erasure.js';
import type { Command, Decider } from './decider.js';

export type UserCommand = Command<
  keyof typeof UserCommands | keyof typeof InvitationCommands | 'erase-person'
>;

interface Known {
  readonly role: Role;
  readonly suspended: boolean;
  /** Why there is no account. */
  readonly absent?: 'invited' | 'withdrawn' | 'removed' | 'erased';
}
type User = Known | null;

/** `emailTaken`: another account has this address; `admins`: how many administrators can sign in; `isNamed`, `told`: as for employees. */
export interface UserContext {
  readonly emailTaken: boolean;
  readonly admins: number;
  readonly firstAdmin?: boolean;
  readonly isNamed?: boolean;
  readonly erasureFacts?: ErasureFacts | undefined;
}

/** Somebody who may sign in. There is always an administrator left. */
export const users: Decider<User, UserCommand, UserContext, keyof typeof UserEvents | Erased> = {
  initial: null,

  decide({ name, body }, user, context) {
    switch (name) {
      case 'register-user':
        return register(user, body, context);
      case 'invite-user':
        return invite(user, body, context);
      case 'withdraw-invitation':
        return withdraw(user);
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
      case 'UserInvited':
        return { role: event.data.role, suspended: false, absent: 'invited' };
      case 'UserRoleSet':
        return user && { ...user, role: event.data.role };
      case 'UserSuspended':
      case 'UserReinstated':
        return user && { ...user, suspended: event.type === 'UserSuspended' };
      case 'InvitationWithdrawn':
      case 'UserRemoved':
      case 'PersonErased':
        return user && { ...user, absent: absentAfter[event.type] };
    }
  },
};

const absentAfter = {
  InvitationWithdrawn: 'withdrawn',
  UserRemoved: 'removed',
  PersonErased: 'erased',
} as const;

function register(user: User, { email }: CommandBody<'register-user'>, context: UserContext) {
  requireFree(context);
  if (user && user.absent !== 'invited') refuse('invitation/invalid');
  const role = context.firstAdmin ? 'admin' : 'basic';
  return { type: 'UserRegistered', data: { email, role } } as const;
}

/** As often as an administrator wants, before there is an account. */
function invite(
  user: User,
  { email, role, groups = [] }: CommandBody<'invite-user'>,
  context: UserContext,
) {
  requireFree(context);
  if (user && user.absent !== 'invited' && user.absent !== 'withdrawn')
    refuse('invitation/invalid');
  return { type: 'UserInvited', data: { email, role, groups } } as const;
}

function withdraw(user: User) {
  if (user?.absent !== 'invited') refuse('invitation/invalid');
  return { type: 'InvitationWithdrawn', data: {} } as const;
}

function requireFree({ emailTaken }: UserContext): void {
  if (emailTaken) refuse('user/email-taken', { fields: { email: TAKEN } });
}

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
  if (!user || user.absent === 'erased') return refuse('user/not-found');
  if (!context.isNamed) refuse('person/other-name');
  if (!user.absent) keepAnAdmin(user, context);
  return personErased(context.erasureFacts);
}

function present(user: User) {
  return user && !user.absent ? user : refuse('user/not-found');
}

/** `user`: as they are before they lose it. */
function keepAnAdmin({ role, suspended }: Known, { admins }: UserContext): void {
  if (role === 'admin' && !suspended && admins < 2) refuse('user/last-admin');
}

const TAKEN = 'That e-mail is already registered';
