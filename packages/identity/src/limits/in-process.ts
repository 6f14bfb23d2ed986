import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limitsOf, type Owners } from './counted.js';
import type { Limits } from './port.js';
import { Recent } from './recent.js';

const KNOWN = memoryBounds.counters.value;

/** Limits that are counted in this process. */
export const openInProcessLimits = (): Limits =>
  limitsOf((window) => new RateLimiterMemory(window), ownersInProcess());

/** The owners of this process' last 10,000 sign-ins. */
export function ownersInProcess(): Owners {
  const known = new Recent(KNOWN);
  const entryOf = (account: string, address: string) => `${account} ${address}`;
  return {
    has: async (account, address) => known.has(entryOf(account, address)),
    add: async (account, address) => known.add(entryOf(account, address)),
  };
}
