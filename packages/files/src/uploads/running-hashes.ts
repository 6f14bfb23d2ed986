import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { createHash, type Hash } from 'node:crypto';

const MOST = memoryBounds.hashes.value;

/** SHA-256 so far of uploads that this process sees come, each with the number of bytes it covers. */
export class RunningHashes {
  private readonly known = new Map<string, { readonly hash: Hash; readonly at: number }>();

  /** The hash of the first `at` bytes, to go on with; undefined where this process did not see them. */
  upTo(id: string, at: number): Hash | undefined {
    if (at === 0) return createHash('sha256');
    const known = this.known.get(id);
    return known?.at === at ? known.hash.copy() : undefined;
  }

  keep(id: string, hash: Hash, at: number): void {
    this.known.delete(id);
    this.known.set(id, { hash, at });
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest) this.known.delete(oldest);
  }

  forget(id: string): void {
    this.known.delete(id);
  }
}
