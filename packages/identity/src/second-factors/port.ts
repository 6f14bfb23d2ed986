import type { SecondFactorKind, TotpSetUp } from '@feusa/contracts/second-factors';

export const SECOND_FACTORS = Symbol('SecondFactors');

/** Hides what has to be read again; `about` is what it belongs to. */
export interface Sealer {
  seal(plain: string, about: string): Buffer;
  /** @throws where it was sealed by another key, or for something else */
  open(sealed: Buffer, about: string): Promise<string>;
}

/** What somebody has; `totp` is since when (ISO-8601). */
export interface OwnSecondFactors {
  readonly totp: string | null;
  readonly recoveryCodes: number;
}

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
  /** Takes all of it away; whether there was something. */
  remove(userId: string): Promise<boolean>;
}
