import type { Connections } from '@feusa/platform/postgres/source';
import { IsNull, Not } from 'typeorm';
import { Secret, TOTP } from 'otpauth';
import { attemptsIn } from './attempts.js';
import { StoredPasskey, StoredRecoveryCode, StoredSecondFactor } from './entities.js';
import { holding, passkeysOf } from './held.js';
import type { SecretCipher, SecondFactors } from './port.js';
import { recoveryHash, renewCodes } from './recovery-codes.js';
import { BEGIN, REMOVE, REMOVE_TOTP, SWEEP, USE_RECOVERY, USE_STEP, USERS } from './statements.js';

/** RFC 6238 as every authenticator app has it: SHA-1, 6 digits, 30 s; the code before and after counts too. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30, issuer: 'FEUSA' } as const;
const WINDOW = 1;
const SECRET_BYTES = 20;

const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label = '') =>
  new TOTP({ ...SHAPE, label, secret: Secret.fromBase32(secret) });

/** What a QR code has of a secret. */
const addressOf = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step that a code is of; undefined where it is none of these minutes. `now` in ms. */
function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

const aboutOf = (userId: string) => `second factor ${userId}`;

/** In schema `auth`, the secrets encrypted; `pool` belongs to the caller, `now` is in ms. */
export function openSecondFactors(
  { pool, source }: Connections,
  cipher: SecretCipher,
  now: () => number = Date.now,
): SecondFactors {
  const factors = source.getRepository(StoredSecondFactor);
  const codes = source.getRepository(StoredRecoveryCode);
  const passkeys = source.getRepository(StoredPasskey);
  const attempts = attemptsIn(pool);
  const changes = async (text: string, values: unknown[]) =>
    ((await pool.query(text, values)).rowCount ?? 0) > 0;
  const confirmed = (userId: string) => factors.findOneBy({ userId, confirmedAt: Not(IsNull()) });

  async function useTotp(userId: string, ciphertext: Buffer, code: string): Promise<boolean> {
    const step = stepOf(await cipher.decrypt(ciphertext, aboutOf(userId)), code, now());
    return step !== undefined && changes(USE_STEP, [userId, step]);
  }

  return {
    async of(userId) {
      const [own, keys, recoveryCodes] = await Promise.all([
        confirmed(userId),
        passkeysOf(passkeys, userId),
        codes.countBy({ userId }),
      ]);
      return { totp: own?.confirmedAt ?? null, passkeys: keys, recoveryCodes };
    },

    async kindsOf(userId) {
      const { totp, passkeys: keys, recoveryCodes } = await this.of(userId);
      if (totp === null && keys.length === 0) return [];
      return [
        ...(totp === null ? [] : (['totp'] as const)),
        ...(keys.length > 0 ? (['passkey'] as const) : []),
        ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
      ];
    },

    async users() {
      const { rows } = await pool.query<{ id: string }>(USERS);
      return new Set(rows.map(({ id }) => id));
    },

    async begin(userId, email) {
      const secret = newSecret();
      const begun = await changes(BEGIN, [userId, cipher.encrypt(secret, aboutOf(userId))]);
      return begun ? { secret, otpauth: addressOf(secret, email) } : undefined;
    },

    async confirm(userId, code) {
      const pending = await factors.findOneBy({ userId, confirmedAt: IsNull() });
      if (!pending?.totp) return undefined;
      const { totp } = pending;
      const step = stepOf(await cipher.decrypt(totp, aboutOf(userId)), code, now());
      if (step === undefined) return undefined;
      const codesOf = holding(source, userId, async (within) => {
        const isStill = { userId, totp, confirmedAt: IsNull() };
        const given = { confirmedAt: () => 'now()', lastStep: String(step) };
        const { affected } = await within.update(StoredSecondFactor, isStill, given);
        return (affected ?? 0) > 0 && renewCodes(within, userId);
      });
      return (await codesOf) || undefined;
    },

    async renew(userId) {
      const codesOf = holding(source, userId, async (within, { hasTotp }) => {
        const has = hasTotp || (await within.existsBy(StoredPasskey, { userId }));
        return has && renewCodes(within, userId);
      });
      return (await codesOf) || undefined;
    },

    async use(userId, code) {
      const attempt = await attempts.take(userId);
      if (!attempt) return undefined;
      const { totp } = attempt;
      if (isTotpCode(code)) return totp && (await useTotp(userId, totp, code)) ? 'totp' : undefined;
      return (await changes(USE_RECOVERY, [userId, recoveryHash(code)])) ? 'recovery' : undefined;
    },

    isLocked: attempts.isLocked,

    removeTotp: (userId) =>
      holding(source, userId, async (within, { hasTotp }) => {
        if (!hasTotp) return false;
        await within.query(REMOVE_TOTP, [userId]);
        if (!(await within.existsBy(StoredPasskey, { userId })))
          await within.delete(StoredRecoveryCode, { userId });
        return true;
      }),

    remove: (userId) => changes(REMOVE, [userId]),

    async sweep() {
      await pool.query(SWEEP);
    },
  };
}
