import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it: SHA-1, 6 digits, 30 s; the code before and after counts too. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30, issuer: 'FEUSA' } as const;
const WINDOW = 1;
const SECRET_BYTES = 20;

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label = '') =>
  new TOTP({ ...SHAPE, label, secret: Secret.fromBase32(secret) });

/** What a QR code has of a secret. */
export const addressOf = (secret: string, email: string): string =>
  totpOf(secret, email).toString();

/** The time step that a code is of; undefined where it is none of these minutes. `now` in ms. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);
