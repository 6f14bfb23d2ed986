import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limitsOf, type Owners } from './counted.js';
import type { Limits } from './port.js';

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
