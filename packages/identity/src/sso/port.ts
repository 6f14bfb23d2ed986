import type { RefusalCode } from '@feusa/contracts/refusals';
import type { Role } from '@feusa/contracts/users';

/** What a browser keeps while its person is at the provider. */
export interface SsoSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface SsoRequest {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  /** That the person signs in there again, though they are signed in. */
  readonly fresh: boolean;
}

export interface SsoAnswer extends SsoRequest {
  /** What stands behind the question mark of the address that the browser came back to. */
  readonly search: string;
  readonly secrets: SsoSecrets;
}

/** The permanent identity of somebody at a provider: `iss` and `sub`. */
export interface SsoSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** What the provider vouches for. */
export interface SsoIdentity {
  readonly subject: SsoSubject;
  /** Undefined where it has none, or has not verified it. */
  readonly email: string | undefined;
  /** Undefined where roles are not the provider's to give. */
  readonly role: Role | undefined;
  /** That it has asked for more than one factor. */
  readonly strong: boolean;
}

/** Nobody is signed in: `code` is for the person, the message for the operator. */
export class SsoFault extends Error {
  override readonly name = 'SsoFault';

  constructor(
    readonly code: RefusalCode,
    reason: string,
  ) {
    super(reason);
  }
}

/** Signing in at a provider of OpenID Connect. */
export interface SingleSignOn {
  /** Whether accounts are made for those who have none. */
  readonly creates: boolean;
  /** Whether the provider answered when it was last asked; asks again behind the answer, now and then. */
  isAvailable(): boolean;
  /** The address to send the browser to. @throws SsoFault */
  begin(order: SsoRequest): Promise<{ readonly url: string; readonly secrets: SsoSecrets }>;
  /** @throws SsoFault */
  finish(answer: SsoAnswer): Promise<SsoIdentity>;
}
