import { isIP } from 'node:net';
import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';
import type {
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyOptions,
} from '@feusa/contracts/second-factors';
import type { StoredPasskey } from './entities.js';

const COMPANY = 'FEUSA';
const TIMEOUT = secondFactorBounds.challengeLife.value;
/** What a browser says of extensions is not looked at. */
const NO_EXTENSIONS = { clientExtensionResults: {} };

/** The libraries are loaded when they are first needed, so that no start waits for them. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

export type Key = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'transports'>;

export interface NewKey extends Key {
  readonly counter: number;
}

/** What an answer has to be for. */
export interface Expected {
  readonly origin: string;
  /** The name that keys are bound to. */
  readonly party: string;
  readonly challenge: string;
}

/** Undefined where an origin has no name that keys can be bound to: a number is none to browsers. */
export function partyOf(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}

const listed = (keys: readonly Key[]) =>
  keys.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    transports,
  }));

/** For `navigator.credentials.create`; devices that hold one of `keys` are left out. */
export async function creationOptions(
  party: string,
  { userId, email }: { readonly userId: string; readonly email: string },
  keys: readonly Key[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    ...{ rpName: COMPANY, rpID: party, timeout: TIMEOUT },
    ...{ userName: email, userDisplayName: email },
    userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    excludeCredentials: listed(keys),
  });
}

/** For `navigator.credentials.get`. */
export async function requestOptions(party: string, keys: readonly Key[]): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    ...{ rpID: party, timeout: TIMEOUT, allowCredentials: listed(keys) },
  });
}

/** The challenge that an answer says it is to; undefined where it says none. */
export async function challengeIn(clientDataJSON: string): Promise<string | undefined> {
  const { decodeClientDataJSON } = await helpers();
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Certificates that prove what a device is are not asked for, and looking at them would call addresses that they name. */
async function hasCertificate(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  return decoded.get('fmt') !== 'none' && decoded.get('attStmt').get('x5c') !== undefined;
}

/** The key that an answer brings; undefined where it is for something else, or cannot be read. */
export async function newKeyOf(
  answer: NewPasskeyAnswer,
  { origin, party, challenge }: Expected,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { attestationObject, clientDataJSON, transports } = answer.response;
  try {
    if (await hasCertificate(attestationObject)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, response: { attestationObject, clientDataJSON }, ...NO_EXTENSIONS },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: party },
      requireUserVerification: false,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    const credentialId = Buffer.from(id, 'base64url');
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  } catch {
    return undefined;
  }
}

/**
 * The counter of the key that has signed an answer; undefined where it was another one, or for something else. Whether
 * it has grown is for the statement that stores it.
 */
export async function counterOf(
  key: Key,
  answer: PasskeyAnswer,
  { origin, party, challenge }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const publicKey = new Uint8Array(key.publicKey);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, ...NO_EXTENSIONS },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: party },
      credential: { id: answer.id, publicKey, counter: 0 },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
