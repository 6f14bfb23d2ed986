import { refuse } from '@feusa/contracts/refusals';
import type { Pool } from 'pg';
import { ATTEMPT, WAIT } from './statements.js';

interface Waiting {
  readonly seconds: number;
  readonly locked: boolean;
}

const waitOf = async (pool: Pool, userId: string): Promise<Waiting | undefined> =>
  (await pool.query<Waiting>(WAIT, [userId])).rows[0];

/** How often somebody may be wrong, with codes and passkeys together. */
export const attemptsIn = (pool: Pool) => ({
  /**
   * Takes one; undefined for whoever has no second factor. `totp` is the encrypted secret, null where there is none.
   * @throws Refusal 'too-many-requests' where there were too many wrong ones
   */
  async take(userId: string): Promise<{ readonly totp: Buffer | null } | undefined> {
    const [row] = (await pool.query<{ totp: Buffer | null }>(ATTEMPT, [userId])).rows;
    if (row) return row;
    const wait = await waitOf(pool, userId);
    return wait && refuse('too-many-requests', { retryAfter: Math.max(1, wait.seconds) });
  },

  isLocked: async (userId: string): Promise<boolean> =>
    (await waitOf(pool, userId))?.locked === true,
});
