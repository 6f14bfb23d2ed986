import type {
  AddedPasskey,
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyOptions,
  PasskeyView,
  SecondFactorKind,
  TotpSetUp,
} from '@feusa/contracts/second-factors';

export const SECOND_FACTORS = Symbol('SecondFactors');

/** Hides what has to be read again; `about` is what it belongs to. */
export interface SecretCipher {
  encrypt(plain: string, about: string): Buffer;
  /** @throws where it was encrypted by another key, or for something else */
  decrypt(ciphertext: Buffer, about: string): Promise<string>;
}

/** What somebody has; `totp` is since when (ISO-8601). */
export interface OwnSecondFactors {
  readonly totp: string | null;
  readonly passkeys: readonly PasskeyView[];
  readonly recoveryCodes: number;
}

export const PASSKEYS = Symbol('Passkeys');

/** What people prove besides their password. All of it is in the database, so that every process counts alike. */
export interface SecondFactors {
  of(userId: string): Promise<OwnSecondFactors>;
  /** What somebody's sign-in takes; empty where the password is enough. */
  kindsOf(userId: string): Promise<readonly SecondFactorKind[]>;
  /** The ids of all who have a second factor. */
  users(): Promise<ReadonlySet<string>>;
  /** Makes a secret that counts once it is confirmed; undefined where one is confirmed already. */
  begin(userId: string, email: string): Promise<TotpSetUp | undefined>;
  /** With a code of the secret; answers with the recovery codes, undefined where the code is wrong. */
  confirm(userId: string, code: string): Promise<readonly string[] | undefined>;
  /** Recovery codes in place of those before; undefined where nothing is confirmed. */
  renew(userId: string): Promise<readonly string[] | undefined>;
  /**
   * Uses a code up, and says of what kind it was; undefined where it is wrong, used or too old.
   * @throws Refusal 'too-many-requests' after 5 wrong ones in 5 minutes, for right ones too
   */
  use(userId: string, code: string): Promise<SecondFactorKind | undefined>;
  /** Whether no attempt is left. */
  isLocked(userId: string): Promise<boolean>;
  /** Takes the authenticator app away, and the recovery codes with the last factor; whether there was one. */
  removeTotp(userId: string): Promise<boolean>;
  /** Takes all of it away; whether there was something. */
  remove(userId: string): Promise<boolean>;
  /** Removes challenges that have expired. */
  sweep(): Promise<void>;
}

/** What a challenge was made for; an answer counts for nothing else. */
export type ChallengePurpose = 'set-up' | 'sign-in' | 'step-up';

/** Who is asked, and the origin of the page that they see. */
export interface PasskeyContext {
  readonly userId: string;
  readonly origin: string;
}

/** WebAuthn: keys in devices and password managers. A challenge is good once, for 5 minutes. */
export interface Passkeys {
  /** @throws Refusal 'passkey/no-name' where the origin is a number, 'passkey/too-many' */
  setUp(context: PasskeyContext, email: string): Promise<PasskeyOptions>;
  /** @throws Refusal 'passkey/not-added', 'passkey/already' or 'passkey/too-many' */
  add(
    context: PasskeyContext,
    passkey: { readonly name: string; readonly answer: NewPasskeyAnswer },
  ): Promise<AddedPasskey>;
  /** Undefined where somebody has none, or the origin is a number. */
  ask(context: PasskeyContext, purpose: ChallengePurpose): Promise<PasskeyOptions | undefined>;
  /**
   * Undefined where the answer is not one of this person's passkeys to a challenge of this purpose; 'copied' where it
   * is one, but its counter went back: another device has the same key.
   * @throws Refusal 'too-many-requests' as `SecondFactors.use`
   */
  use(
    context: PasskeyContext,
    answer: PasskeyAnswer,
    purpose: ChallengePurpose,
  ): Promise<'passkey' | 'copied' | undefined>;
  /** Recovery codes go with the last factor; whether there was one. */
  remove(userId: string, id: string): Promise<boolean>;
}
