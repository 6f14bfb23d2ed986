import type {
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyOptions,
  SecondFactorRequest,
} from '@feusa/contracts/second-factors';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiError } from './api.js';
import { texts } from './texts.js';

/** What is said where a browser or device has made or found no passkey. */
export class PasskeyFault extends Error {}

/** Browsers have them by TLS only, and on the machine itself. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

const library = () => import('@simplewebauthn/browser');

/** @throws PasskeyFault */
export const createPasskey = (options: PasskeyOptions): Promise<NewPasskeyAnswer> =>
  withRefusals(async () => {
    const { startRegistration } = await library();
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    return (await startRegistration({ optionsJSON })) as NewPasskeyAnswer;
  });

/** @throws PasskeyFault */
export const promptPasskey = (options: PasskeyOptions): Promise<PasskeyAnswer> =>
  withRefusals(async () => {
    const { startAuthentication } = await library();
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    return (await startAuthentication({ optionsJSON })) as PasskeyAnswer;
  });

/** A device does not say whether somebody said no, was too slow or has none. */
async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    const code = (fault as { readonly code?: unknown }).code;
    const isThere = code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new PasskeyFault(isThere ? texts.passkeyIsThere : texts.noPasskey);
  }
}

const QUESTIONS: ReadonlySet<string> = new Set(['second-factor', 'second-factor/passkey-wrong']);

/** What a second factor is asked of, where that is what was answered. */
export function secondFactorRequestedBy(error: unknown): SecondFactorRequest | undefined {
  if (!(error instanceof ApiError) || !QUESTIONS.has(error.code)) return undefined;
  const { kinds = [], passkeyOptions } = error.problem as Partial<SecondFactorRequest>;
  return { kinds, ...(passkeyOptions && { passkeyOptions }) };
}

export const textOf = (fault: unknown, otherwise: string): string =>
  fault instanceof PasskeyFault || fault instanceof ApiError ? fault.message : otherwise;
