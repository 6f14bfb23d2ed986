import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** An authenticator app: the code of a secret, `ahead` time steps of 30 s from now. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + ahead * STEP_MS,
  });
