import { UserCommands } from '@feusa/contracts/users';
import type { CommandBody } from '@feusa/contracts/commands';
import { SYSTEM, feature } from '../feature.js';
import { users, type UserContext } from '@feusa/domain/users';

/** Checks the passwords of a registration and stores the credential of the account to come. */
export type PrepareRegistration = (
  body: CommandBody<'register-user'>,
  userId: string,
) => Promise<void>;

interface Exact {
  readonly emailTaken: boolean;
  readonly admins: number;
}

export const usersFeature = (prepareRegistration: PrepareRegistration) =>
  feature({
    noun: 'user',
    decider: users,
    commands: UserCommands,
    async prepare({ name, body }, id, by): Promise<{ firstAdmin: boolean }> {
      if (name === 'register-user' && by !== SYSTEM) await prepareRegistration(body, id);
      return { firstAdmin: by === SYSTEM };
    },
    exact: {
      names: ['register-user', 'set-user-role', 'remove-user'],
      async read({ name, body }, _id, store): Promise<Exact> {
        const taken = name === 'register-user' && (await store.accountByEmail(body.email));
        return { emailTaken: Boolean(taken), admins: await store.adminCount() };
      },
    },
    context: (_facts, { firstAdmin }, exact): UserContext => ({
      emailTaken: exact?.emailTaken ?? true,
      admins: exact?.admins ?? 0,
      firstAdmin,
    }),
  });
