import type { NoticeKind } from '@feusa/contracts/notices';

/**
 * How often somebody may try. `address` is the caller's network address, `account` the normal form of
 * an e-mail address (`normalEmail`), whether it is registered or not.
 * What is refused is a `Refusal` 'too-many-requests' with `retryAfter` in seconds.
 */
export interface Limits {
  /** Counts one attempt to sign in: 100 an address a minute. @throws Refusal */
  signInAttempt(address: string): Promise<void>;
  /**
   * Whether the account has failures left: 10 in 5 minutes. An address where its owner has signed in
   * before has a count of its own, so that strangers cannot lock the owner out. @throws Refusal
   */
  signInAllowed(account: string, address: string): Promise<void>;
  /** Counts a failure; whether it was the last one left. @throws Refusal where there was none */
  signInFailed(account: string, address: string): Promise<boolean>;
  /**
   * Waits for a turn to guess while too many guesses failed lately, whoever made them: 600 a minute in
   * all. An address where the account's owner has signed in before does not wait. @throws Refusal `busy`
   */
  guessTurn(account: string, address: string): Promise<void>;
  /** Counts a wrong team password among all guesses. */
  guessFailed(): Promise<void>;
  /** Whether somebody who registers others may be wrong about it again: 10 in 5 minutes. @throws Refusal */
  teamPasswordAllowed(userId: string): Promise<void>;
  /** Counts the same for that user too. @throws Refusal where there were too many */
  teamPasswordFailed(userId: string): Promise<void>;
  /** Remembers that the account's owner uses this address. */
  signedIn(account: string, address: string): Promise<void>;
  /**
   * Counts one request for a reset mail. False where the account had one in the last 3 minutes, or 5 in
   * an hour because of this address, or where the address asked 100 times in an hour. What is asked for
   * at an address that the owner uses is counted apart.
   */
  resetAllowed(account: string, address: string): Promise<boolean>;
  /** Counts one error report: 30 a user a minute, 300 a day. @throws Refusal */
  logError(userId: string): Promise<void>;
  /** Counts one letter about what happened to an account; false where there were 5 of its kind in an hour. */
  noticeAllowed(userId: string, kind: NoticeKind): Promise<boolean>;
  /** Counts one change of somebody's own profile, or request for one: 30 a user an hour. @throws Refusal */
  ownChange(userId: string): Promise<void>;
  /** Counts one report of a browser on the content policy: 60 an address a minute. @throws Refusal */
  cspReport(address: string): Promise<void>;
}
