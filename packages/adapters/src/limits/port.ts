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
  /** Counts a failure. @throws Refusal where the account has none left */
  signInFailed(account: string, address: string): Promise<void>;
  /** Remembers that the account's owner uses this address. */
  signedIn(account: string, address: string): Promise<void>;
  /** Counts one request for a reset mail; false past 20 an account or 100 an address in an hour. */
  resetAllowed(account: string, address: string): Promise<boolean>;
  /** Counts one error report: 30 a user a minute. @throws Refusal */
  logError(userId: string): Promise<void>;
}
