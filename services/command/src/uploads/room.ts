import type { Staging } from '@feusa/files/uploads/staging-port';
import { refuse } from '@feusa/contracts/refusals';
import type { Limits } from './upload-limits.js';

/** How long it is believed what the disk said. */
const TRUSTED_MS = 250;

type Reserve = Pick<Limits, 'leaveFreeBytes' | 'leaveFreePart'>;

/**
 * The room on the disk of the uploads. The database may be on the same disk, so a reserve stays free
 * whatever is announced and however much of it arrives at once.
 */
export class Room {
  private granted = 0;
  private askedAt = -Infinity;
  private asking: Promise<void> | undefined;
  private underWay = 0;

  constructor(
    private readonly staging: Pick<Staging, 'space'>,
    private readonly reserve: Reserve,
  ) {}

  /** Bytes that may still be written; negative where the reserve is touched already. */
  async left(): Promise<number> {
    const { free, total } = await this.staging.space();
    if (free === Infinity) return Infinity;
    const { leaveFreeBytes, leaveFreePart } = this.reserve;
    return free - Math.max(leaveFreeBytes, total * leaveFreePart);
  }

  /** Carries out a write of so many bytes. @throws Refusal `upload/storage-full` before it */
  async write<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (performance.now() - this.askedAt > TRUSTED_MS) await (this.asking ??= this.ask());
    if (bytes > this.granted) refuse('upload/storage-full');
    this.granted -= bytes;
    this.underWay += bytes;
    try {
      return await work();
    } finally {
      this.underWay -= bytes;
    }
  }

  private async ask(): Promise<void> {
    try {
      const { underWay } = this;
      this.granted = (await this.left()) - underWay;
      this.askedAt = performance.now();
    } finally {
      this.asking = undefined;
    }
  }
}
