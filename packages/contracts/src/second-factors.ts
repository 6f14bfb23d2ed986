import { z } from 'zod';
import { secondFactorBounds } from './second-factor-bounds.js';
import { Name } from './text.js';
import type { Role } from './users.js';

/** What proves it: the code of an authenticator app, one of those that were written down, or a passkey. */
export type SecondFactorKind = 'totp' | 'passkey' | 'recovery';

/** Which roles must have a second factor. */
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

/** A code as people type it, with spaces and hyphens or without. */
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

const Base64url = z
  .string({ error: 'Not valid' })
  .max(secondFactorBounds.answer.value, { error: 'Too Long!' })
  .regex(/^[\w-]+$/, { error: 'Not valid' });

/** What every answer of a browser has; whatever more it says is not looked at. */
const fromBrowser = <T extends z.ZodRawShape>(response: T) =>
  z.object(
    {
      id: Base64url,
      rawId: Base64url,
      type: z.literal('public-key'),
      response: z.object(response),
    },
    { error: 'Not valid' },
  );

/** `navigator.credentials.get`, as JSON: what a passkey answers to a challenge. */
export const PasskeyAnswer = fromBrowser({
  clientDataJSON: Base64url,
  authenticatorData: Base64url,
  signature: Base64url,
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** `navigator.credentials.create`, as JSON; ways to reach the device that nobody here knows are left out. */
export const NewPasskeyAnswer = fromBrowser({
  clientDataJSON: Base64url,
  attestationObject: Base64url,
  transports: z
    .array(z.unknown())
    .optional()
    .transform((said = []) => TRANSPORTS.filter((each) => said.includes(each))),
});
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>;

/** `POST /api/me/passkeys`. */
export const AddPasskey = z.strictObject({ name: Name, passkey: NewPasskeyAnswer });

/** What a browser hands to `navigator.credentials`, with binary fields in base64url, as WebAuthn has it. */
export interface PasskeyOptions {
  readonly challenge: string;
}

/** With a 401 `second-factor`: what is taken, and what passkeys are asked where there are any. */
export interface SecondFactorRequest {
  readonly kinds: readonly SecondFactorKind[];
  readonly passkeyOptions?: PasskeyOptions;
}

/** Times are ISO-8601; `lastUsedAt` is null where it was not used yet. */
export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A new passkey, with recovery codes where it is the first second factor. */
export interface AddedPasskey extends PasskeyView {
  readonly recoveryCodes?: readonly string[];
}

/** Shown once; each is good for one sign-in or step-up. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** `GET /api/me/second-factors`; `totp` is since when, `recoveryCodes` how many are left. */
export interface SecondFactorsView {
  readonly totp: string | null;
  /** At most 10, the newest first. */
  readonly passkeys: readonly PasskeyView[];
  readonly recoveryCodes: number;
  readonly required: boolean;
}
