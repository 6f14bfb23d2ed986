import { z } from 'zod';
import { refusals, type RefusalCode } from './refusals.js';
import { Code, PasskeyAnswer } from './second-factors.js';

/** `GET /api/sso`; `available` is undefined where there is none. */
export interface SsoView {
  readonly enabled: boolean;
  /** That the provider has answered when it was last asked. */
  readonly available?: boolean;
}

/** `GET /api/sso/start`: where to go on afterwards, and whether this is a step-up of who is signed in. */
export const SsoStart = z.strictObject({
  to: z.string().optional(),
  for: z.enum(['step-up']).optional(),
});

/** `POST /api/sso/code`: the second factor, where the provider has not asked for one. */
export const SsoCode = z.strictObject({
  code: Code.optional(),
  passkey: PasskeyAnswer.optional(),
});

/** `POST /api/sso/code`. */
export interface SsoDone {
  /** A path of the app. */
  readonly to: string;
}

const NAMESPACE = 'sso/';

/** A refusal as it stands in the address of a page, and is read from there by `ssoRefusal`. */
export const ssoReason = (code: RefusalCode): string =>
  code.startsWith(NAMESPACE) ? code.slice(NAMESPACE.length) : code;

/** The text for a reason in an address; undefined where it is none of ours. */
export function ssoRefusal(reason: string): string | undefined {
  const known = [NAMESPACE + reason, reason].find((code) => Object.hasOwn(refusals, code));
  return known && refusals[known as RefusalCode][1];
}
