import { createHash, type Hash } from 'node:crypto';
import { HEAD_BYTES, type ChecksumAlgorithm } from './staging-port.js';

/** Looks at bytes as they pass: counts and hashes them and keeps the first. */
export class Meter {
  size: number;
  private readonly first: Buffer[] = [];
  private readonly piece: Hash | undefined;

  /** `whole` is the SHA-256 of the `at` bytes before, where that is known. */
  constructor(
    private readonly at: number,
    readonly whole: Hash | undefined,
    private readonly checksum: ChecksumAlgorithm | undefined,
  ) {
    this.size = at;
    const isWhole = whole && at === 0 && checksum === 'sha256';
    this.piece = checksum && !isWhole ? createHash(checksum) : undefined;
  }

  pass(chunk: Buffer): void {
    if (this.at === 0 && this.size < HEAD_BYTES)
      this.first.push(Buffer.from(chunk.subarray(0, HEAD_BYTES)));
    this.size += chunk.length;
    this.whole?.update(chunk);
    this.piece?.update(chunk);
  }

  /** What receiving says of its bytes. */
  reading(): { checksum?: Buffer; head?: Buffer } {
    const hash = this.checksum && (this.piece ?? this.whole?.copy());
    const head = this.at === 0 && Buffer.concat(this.first).subarray(0, HEAD_BYTES);
    return { ...(hash && { checksum: hash.digest() }), ...(head && { head }) };
  }
}
