import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { Bound } from '@feusa/contracts/bounds';
import { LRUCache } from 'lru-cache';
import { growingTo } from '../growing-cache.js';

const REMEMBERED = memoryBounds.spentReplays.value;

/** What each may spend in a time that begins with the first that is spent, at one replica. */
export class Budget {
  private readonly spent: LRUCache<string, number>;

  constructor(private readonly bound: Bound) {
    const ttl = bound.seconds * 1000;
    this.spent = new LRUCache({ ...growingTo(REMEMBERED), ttl, noUpdateTTL: true });
  }

  /** False where less is left; then nothing is spent. */
  spend(who: string, amount = 1): boolean {
    const spent = (this.spent.get(who) ?? 0) + amount;
    if (spent > this.bound.value) return false;
    this.spent.set(who, spent);
    return true;
  }
}
