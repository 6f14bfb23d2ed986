import { streamOf } from '@feusa/contracts/events';
import type { CommandBody } from '@feusa/contracts/commands';
import { SYSTEM, feature } from '../feature.js';
import type { PrepareErasure } from '../erasure/erase.js';
import { othersWithAddress } from '../erasure/same-address.js';
import type { ErasureFacts } from '@feusa/domain/erasure';
import type { EventStore } from '@feusa/event-log/store/port';
import { isCalled } from './called.js';
import { users, type UserContext } from '@feusa/domain/users';

/** Checks the passwords of a registration and stores the credential of the account to come. */
export type PrepareRegistration = (
  body: CommandBody<'register-user'>,
  userId: string,
  by: string,
) => Promise<void>;

interface Exact {
  readonly emailTaken: boolean;
  readonly admins: number;
  readonly isNamed: boolean;
  readonly erasureFacts?: ErasureFacts | undefined;
}

/** Those who sign in: a free e-mail and the last administrator are read at the head of the log. */
export const usersFeature = (
  prepareRegistration: PrepareRegistration,
  erasing?: PrepareErasure,
) => {
  /** With all that has the same address by then: later nobody knows it any more. */
  async function readErased(
    { id, name }: CommandBody<'erase-person'>,
    store: EventStore,
  ): Promise<Pick<Exact, 'isNamed' | 'erasureFacts'>> {
    const stream = streamOf('user', id);
    if (!(await isCalled(name, stream, store))) return { isNamed: false };
    const facts = erasing?.factsOf(stream);
    if (!facts) return { isNamed: true };
    const accounts = await othersWithAddress(name, id, store);
    return { isNamed: true, erasureFacts: { ...facts, accounts } };
  }

  return feature({
    noun: 'user',
    decider: users,
    async prepare({ name, body }, id, by): Promise<{ firstAdmin: boolean }> {
      if (name === 'register-user' && by.id !== SYSTEM.id)
        await prepareRegistration(body, id, by.id);
      if (name === 'erase-person') await erasing?.prepare(body);
      return { firstAdmin: by === SYSTEM };
    },
    exact: {
      names: [
        'register-user',
        'invite-user',
        'set-user-role',
        'remove-user',
        'suspend-user',
        'erase-person',
      ],
      async read({ name, body }, id, store): Promise<Exact> {
        const isNew = name === 'register-user' || name === 'invite-user';
        const taken = isNew && (await store.accountByEmail(body.email));
        const erased = name === 'erase-person' ? await readErased(body, store) : { isNamed: false };
        return { emailTaken: Boolean(taken), admins: await store.adminCount(), ...erased };
      },
    },
    context: (_facts, { firstAdmin }, exact): UserContext => ({
      emailTaken: exact?.emailTaken ?? true,
      admins: exact?.admins ?? 0,
      firstAdmin,
      isNamed: exact?.isNamed === true,
      erasureFacts: exact?.erasureFacts,
    }),
  });
};
