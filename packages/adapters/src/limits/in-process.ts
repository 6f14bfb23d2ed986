import { refuse } from '@feusa/contracts/refusals';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits } from './port.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const KNOWN = 10_000;

/** Limits that are counted in this process, in windows that begin with the first attempt. */
export function openInProcessLimits(): Limits {
  const signIns = limiter(100, MINUTE);
  const failures = limiter(10, 5 * MINUTE);
  const addressResets = limiter(100, HOUR);
  const accountResets = limiter(20, HOUR);
  const reports = limiter(30, MINUTE);
  const owners = new Recent(KNOWN);
  const at = (account: string, address: string) => `${account} ${address}`;
  const failureKey = (account: string, address: string) =>
    owners.has(at(account, address)) ? at(account, address) : account;

  return {
    signInAttempt: (address) => take(signIns, address),
    async signInAllowed(account, address) {
      const count = await failures.get(failureKey(account, address));
      if (count && count.consumedPoints >= failures.points) tooMany(count);
    },
    signInFailed: (account, address) => take(failures, failureKey(account, address)),
    async signedIn(account, address) {
      owners.add(at(account, address));
    },
    async resetAllowed(account, address) {
      return (await fits(addressResets, address)) && fits(accountResets, account);
    },
    logError: (userId) => take(reports, userId),
  };
}

const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration });

async function take(limit: RateLimiterMemory, key: string): Promise<void> {
  await limit.consume(key).catch(tooMany);
}

const fits = (limit: RateLimiterMemory, key: string): Promise<boolean> =>
  limit.consume(key).then(
    () => true,
    () => false,
  );

function tooMany({ msBeforeNext }: RateLimiterRes): never {
  return refuse('too-many-requests', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/** A set that forgets its oldest entries. */
class Recent {
  private readonly entries = new Set<string>();

  constructor(private readonly max: number) {}

  has(entry: string): boolean {
    return this.entries.has(entry);
  }

  add(entry: string): void {
    this.entries.delete(entry);
    this.entries.add(entry);
    const [oldest] = this.entries;
    if (oldest !== undefined && this.entries.size > this.max) this.entries.delete(oldest);
  }
}
