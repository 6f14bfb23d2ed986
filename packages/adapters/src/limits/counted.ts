import { createHash } from 'node:crypto';
import { refuse } from '@feusa/contracts/refusals';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Limits } from './port.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** So many attempts (`points`) in `duration` seconds, which begin with the first. */
export interface Window {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** Who has signed in from where. */
export interface Owners {
  has(account: string, address: string): Promise<boolean>;
  add(account: string, address: string): Promise<void>;
}

/** The rules of the limits, wherever attempts are counted. */
export function limitsOf(open: (window: Window) => RateLimiterAbstract, owners: Owners): Limits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    open({ keyPrefix, points, duration });
  const signIns = limiter('sign-in', 100, MINUTE);
  const failures = limiter('failure', 10, 5 * MINUTE);
  const addressResets = limiter('reset-address', 100, HOUR);
  const accountResets = limiter('reset-account', 20, HOUR);
  const reports = limiter('report', 30, MINUTE);
  const failureKey = async (account: string, address: string) =>
    (await owners.has(account, address)) ? `${account} ${address}` : account;

  return {
    signInAttempt: (address) => take(signIns, address),
    async signInAllowed(account, address) {
      const count = await failures.get(markOf(await failureKey(account, address)));
      if (count && count.consumedPoints >= failures.points) tooMany(count);
    },
    async signInFailed(account, address) {
      await take(failures, await failureKey(account, address));
    },
    signedIn: (account, address) => owners.add(account, address),
    async resetAllowed(account, address) {
      return (await fits(addressResets, address)) && fits(accountResets, account);
    },
    logError: (userId) => take(reports, userId),
  };
}

/** Whose attempts are counted is nobody's to read. */
export const markOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

async function take(limit: RateLimiterAbstract, key: string): Promise<void> {
  await limit.consume(markOf(key)).catch(tooMany);
}

const fits = (limit: RateLimiterAbstract, key: string): Promise<boolean> =>
  limit.consume(markOf(key)).then(
    () => true,
    () => false,
  );

function tooMany(count: unknown): never {
  if (!(count instanceof RateLimiterRes)) throw count;
  const retryAfter = Math.max(1, Math.ceil(count.msBeforeNext / 1000));
  return refuse('too-many-requests', { retryAfter });
}
