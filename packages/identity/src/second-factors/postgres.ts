import { refuse } from '@feusa/contracts/refusals';
import type { Connections } from '@feusa/platform/postgres/source';
import { IsNull, Not } from 'typeorm';
import { StoredRecoveryCode, StoredSecondFactor } from './entities.js';
import type { Sealer, SecondFactors } from './port.js';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.js';
import {
  ATTEMPT,
  BEGIN,
  CONFIRM,
  REMOVE,
  RENEW,
  USE_RECOVERY,
  USE_STEP,
  WAIT,
} from './statements.js';
import { addressOf, isTotpCode, newSecret, stepOf } from './totp.js';

const aboutOf = (userId: string) => `second factor ${userId}`;

/** In schema `auth`, the secrets encrypted; `pool` belongs to the caller, `now` is in ms. */
export function openSecondFactors(
  { pool, source }: Connections,
  sealer: Sealer,
  now: () => number = Date.now,
): SecondFactors {
  const factors = source.getRepository(StoredSecondFactor);
  const codes = source.getRepository(StoredRecoveryCode);
  const changes = async (text: string, values: unknown[]) =>
    ((await pool.query(text, values)).rowCount ?? 0) > 0;
  /** Recovery codes, where the statement has stored them. */
  const storing = async (text: string, [userId, ...others]: readonly unknown[]) => {
    const made = newRecoveryCodes();
    const stored = await changes(text, [userId, made.map(recoveryHash), ...others]);
    return stored ? made : undefined;
  };
  const confirmed = (userId: string) => factors.findOneBy({ userId, confirmedAt: Not(IsNull()) });

  /** @throws Refusal where there were too many wrong ones */
  async function attempt(userId: string): Promise<Buffer | undefined> {
    const [row] = (await pool.query<{ totp: Buffer }>(ATTEMPT, [userId])).rows;
    if (row) return row.totp;
    const [wait] = (await pool.query<{ seconds: number }>(WAIT, [userId])).rows;
    return wait && refuse('too-many-requests', { retryAfter: Math.max(1, wait.seconds) });
  }

  async function useTotp(userId: string, sealed: Buffer, code: string): Promise<boolean> {
    const step = stepOf(await sealer.open(sealed, aboutOf(userId)), code, now());
    return step !== undefined && changes(USE_STEP, [userId, step]);
  }

  return {
    async of(userId) {
      const [own, recoveryCodes] = await Promise.all([
        confirmed(userId),
        codes.countBy({ userId }),
      ]);
      return { totp: own?.confirmedAt ?? null, recoveryCodes };
    },

    async kindsOf(userId) {
      if (!(await confirmed(userId))) return [];
      return (await codes.countBy({ userId })) > 0 ? ['totp', 'recovery'] : ['totp'];
    },

    async users() {
      const all = await factors.find({
        select: { userId: true },
        where: { confirmedAt: Not(IsNull()) },
      });
      return new Set(all.map(({ userId }) => userId));
    },

    async begin(userId, email) {
      const secret = newSecret();
      const begun = await changes(BEGIN, [userId, sealer.seal(secret, aboutOf(userId))]);
      return begun ? { secret, otpauth: addressOf(secret, email) } : undefined;
    },

    async confirm(userId, code) {
      const pending = await factors.findOneBy({ userId, confirmedAt: IsNull() });
      if (!pending?.totp) return undefined;
      const step = stepOf(await sealer.open(pending.totp, aboutOf(userId)), code, now());
      return step === undefined ? undefined : storing(CONFIRM, [userId, pending.totp, step]);
    },

    renew: (userId) => storing(RENEW, [userId]),

    async use(userId, code) {
      const sealed = await attempt(userId);
      if (!sealed) return undefined;
      if (isTotpCode(code)) return (await useTotp(userId, sealed, code)) ? 'totp' : undefined;
      return (await changes(USE_RECOVERY, [userId, recoveryHash(code)])) ? 'recovery' : undefined;
    },

    async remove(userId) {
      const { rows } = await pool.query<{ confirmed_at: Date | null }>(REMOVE, [userId]);
      return rows.some(({ confirmed_at }) => confirmed_at !== null);
    },
  };
}
