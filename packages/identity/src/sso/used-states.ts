import type { Connections } from '@feusa/platform/postgres/source';
import { UsedState } from '../sessions/entities.js';
import { tokenHash } from '../sessions/token.js';

/** Which sign-ins have come back from the provider, for all processes. */
export interface UsedStates {
  /** Whether this is the first time, of all who ask at once. */
  use(state: string, lifeMs: number): Promise<boolean>;
}

/** In schema `auth`; what has ended is swept with the sessions. */
export const openUsedStates = ({ source }: Pick<Connections, 'source'>): UsedStates => ({
  async use(state, lifeMs) {
    const expiresAt = () => `now() + interval '${lifeMs} milliseconds'`;
    const insert = source.createQueryBuilder().insert().into(UsedState);
    const values = { stateHash: tokenHash(state), expiresAt };
    const { raw } = await insert.values(values).orIgnore().returning('*').execute();
    return (raw as unknown[]).length === 1;
  },
});
