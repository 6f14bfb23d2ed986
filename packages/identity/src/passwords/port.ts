import type { SessionUser } from '@feusa/contracts/users';

export const CREDENTIALS = Symbol('Credentials');

/** An account as sign-in sees it; `hash` is undefined where it has no password yet. */
export interface SignInAccount {
  readonly user: SessionUser;
  readonly hash: string | undefined;
}

/** Password hashes, reset tokens and the secrets of the installation: all that the log must not hold. */
export interface Credentials {
  /** By e-mail address, however it is written; nobody who is suspended. */
  find(email: string): Promise<SignInAccount | undefined>;
  /** Sets the password hash of an account, which may still be about to be registered; its reset tokens end. */
  put(userId: string, hash: string): Promise<void>;
  /** Sets it only where there is none; whether it did. */
  putFirst(userId: string, hash: string): Promise<boolean>;
  /** Whether any account with this role can sign in. */
  anyWithRole(role: SessionUser['role']): Promise<boolean>;

  /** Whether an account has a password. */
  has(userId: string): Promise<boolean>;
  /** The ids of accounts that have no password. */
  usersWithout(): Promise<ReadonlySet<string>>;

  /** Makes a token that lives 30 minutes. */
  startReset(userId: string): Promise<string>;
  /** Whose token it is; undefined where it is wrong, used or expired, or the account is suspended. */
  findReset(token: string): Promise<SessionUser | undefined>;
  /**
   * Uses a token up, with every other of its user, sets the hash and deletes the user's sessions and access tokens.
   * Answers with the user's id; undefined where somebody else was faster, or as with `findReset`.
   */
  useReset(token: string, hash: string): Promise<string | undefined>;

  secret(name: string): Promise<string | undefined>;
  /** All whose names begin so, by their names. */
  secretsNamed(beginning: string): Promise<Readonly<Record<string, string>>>;
  putSecret(name: string, value: string): Promise<void>;
  /** Keeps a secret where there is none yet; answers with the one that is kept. */
  keepSecret(name: string, value: string): Promise<string>;

  /** Removes expired sessions and tokens, and hashes that no account came to or was left with. */
  sweep(): Promise<void>;
}
