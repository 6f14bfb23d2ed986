import { setTimeout as pause } from 'node:timers/promises';
import { commandBounds, errorBounds, signInBounds, type Bound } from '@feusa/contracts/bounds';
import { cspReportBounds } from '@feusa/contracts/csp-report-bounds';
import { noticeBounds } from '@feusa/contracts/notice-bounds';
import { refuse } from '@feusa/contracts/refusals';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { customerOf } from '@feusa/platform/networks';
import type { Limits } from './port.js';

const { turns, waiting: most } = signInBounds;
const PAUSE_MS = (turns.seconds * 1000) / turns.value;

/** One after the other, so many in a second. */
class Throttle {
  private last = 0;
  private waiting = 0;

  /** Waits for a turn. @throws Refusal `busy` where too many wait */
  async next(): Promise<void> {
    if (this.waiting >= most.value) refuse('busy');
    const now = performance.now();
    this.last = Math.max(now, this.last + PAUSE_MS);
    this.waiting += 1;
    try {
      await pause(this.last - now);
    } finally {
      this.waiting -= 1;
    }
  }
}

/** So many attempts (`points`) in `duration` seconds, which begin with the first. */
export interface Window {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** Counts attempts by key. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'points' | 'duration'>;

/** Who has signed in from where. */
export interface Owners {
  has(account: string, address: string): Promise<boolean>;
  add(account: string, address: string): Promise<void>;
}

/** The rules of the limits, wherever attempts are counted; an address of IPv6 is its network of /64. */
export function limitsOf(open: (window: Window) => Counter, owners: Owners): Limits {
  const limiter = (keyPrefix: string, { value: points, seconds: duration }: Bound) =>
    open({ keyPrefix, points, duration });
  const signIns = limiter('sign-in', signInBounds.attempts);
  const failures = limiter('failure', signInBounds.failures);
  const teamGuesses = limiter('team-guess', signInBounds.teamGuesses);
  const guesses = limiter('guess', signInBounds.guesses);
  const resets = limiter('reset-address', signInBounds.resets);
  const resetsHere = limiter('reset-here', signInBounds.resetsHere);
  const resetPause = limiter('reset-pause', signInBounds.resetPause);
  const reports = limiter('report', errorBounds.minute);
  const dailyReports = limiter('report-day', errorBounds.day);
  const ownChanges = limiter('own-change', commandBounds.ownChanges);
  const notices = limiter('notice', noticeBounds.letters);
  const cspReports = limiter('csp-report', cspReportBounds.attempts);
  const turns = new Throttle();
  /** Whoever uses an address of the owner is counted apart from all others. */
  const ownKey = async (account: string, address: string) => {
    const from = customerOf(address);
    return (await owners.has(account, from)) ? `${account} ${from}` : account;
  };

  return {
    async signInAttempt(address) {
      await take(signIns, customerOf(address));
    },
    signInAllowed: async (account, address) => hasLeft(failures, await ownKey(account, address)),
    async signInFailed(account, address) {
      await fits(guesses, ALL);
      return (await take(failures, await ownKey(account, address))) === 0;
    },
    async guessTurn(account, address) {
      const count = await guesses.get(ALL);
      if (!count || count.consumedPoints < guesses.points) return;
      if (!(await owners.has(account, customerOf(address)))) await turns.next();
    },
    async guessFailed() {
      await fits(guesses, ALL);
    },
    teamPasswordAllowed: (userId) => hasLeft(teamGuesses, userId),
    async teamPasswordFailed(userId) {
      await fits(guesses, ALL);
      await take(teamGuesses, userId);
    },
    signedIn: (account, address) => owners.add(account, customerOf(address)),
    async resetAllowed(account, address) {
      const from = customerOf(address);
      const isFree = await fits(resets, from);
      const isDue = isFree && (await fits(resetPause, await ownKey(account, from)));
      return isDue && fits(resetsHere, `${account} ${from}`);
    },
    async logError(userId) {
      await take(reports, userId);
      await take(dailyReports, userId);
    },
    noticeAllowed: (userId, kind) => fits(notices, `${userId} ${kind}`),
    async ownChange(userId) {
      await take(ownChanges, userId);
    },
    async cspReport(address) {
      await take(cspReports, customerOf(address));
    },
  };
}

/** The key of what is counted for everybody together. */
const ALL = 'all';

/** Counts nothing. @throws Refusal */
async function hasLeft(limit: Counter, key: string): Promise<void> {
  const count = await limit.get(key);
  if (count && count.consumedPoints >= limit.points) tooMany(limit, count);
}

/** How many are left. @throws Refusal */
async function take(limit: Counter, key: string): Promise<number> {
  const { remainingPoints } = await limit.consume(key).catch((count) => tooMany(limit, count));
  return remainingPoints;
}

const fits = (limit: Counter, key: string): Promise<boolean> =>
  limit.consume(key).then(
    () => true,
    () => false,
  );

/** Counts end by a timer, but say when by the clock, which may have been ahead as they began. */
function tooMany({ duration }: Counter, count: unknown): never {
  if (!(count instanceof RateLimiterRes)) throw count;
  const seconds = Math.max(1, Math.ceil(count.msBeforeNext / 1000));
  return refuse('too-many-requests', { retryAfter: Math.min(seconds, duration) });
}
