import { z } from 'zod';
import { secondFactorBounds } from './second-factor-bounds.js';
import type { Role } from './users.js';

/** What a code can be: of an authenticator app, or one of those that were written down. */
export type SecondFactorKind = 'totp' | 'recovery';

/** Of whom a second factor is required. */
export const RequireSecondFactor = z.enum(['none', 'admins', 'all'], {
  error: 'must be none, admins or all',
});
export type RequireSecondFactor = z.output<typeof RequireSecondFactor>;

const needing: Readonly<Record<RequireSecondFactor, readonly Role[]>> = {
  none: [],
  admins: ['admin'],
  all: ['admin', 'auditor', 'basic'],
};

export const rolesNeeding = (required: RequireSecondFactor): readonly Role[] => needing[required];

/** As people type it, with spaces and hyphens or without. */
export const Code = z
  .string({ error: 'Enter a code' })
  .max(secondFactorBounds.typed.value, { error: 'Too Long!' })
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .refine((text) => text !== '', { error: 'Enter a code' });

export const ConfirmTotp = z.strictObject({ code: Code });

/** `POST /api/me/totp`: the secret in base32, and the same as the `otpauth:` address of a QR code. */
export interface TotpSetUp {
  readonly secret: string;
  readonly otpauth: string;
}

/** Told once; each is good for one sign-in or step-up. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** `GET /api/me/second-factors`; `totp` is since when, `recoveryCodes` how many are left. */
export interface SecondFactorsView {
  readonly totp: string | null;
  readonly recoveryCodes: number;
  readonly required: boolean;
}
