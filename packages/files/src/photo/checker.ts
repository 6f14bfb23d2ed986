import path from 'node:path';
import { fileBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import { ProcessApart } from '../apart/process-apart.js';
import type { Checked } from './check.js';

interface Limits {
  readonly timeMs?: number;
  /** In bytes. */
  readonly memory?: number;
  /** A program to run in place of the product's. */
  readonly program?: string;
}

/** Checks photos in a process of its own, one at a time: one that is broken or made to harm costs itself only. */
export class PhotoChecker {
  private readonly apart: ProcessApart<Checked>;
  private queue: Promise<unknown> = Promise.resolve();

  constructor({ timeMs, memory, program }: Limits = {}) {
    const source = program ?? path.join(import.meta.dirname, 'program.ts');
    this.apart = new ProcessApart({
      program: { built: 'photo-checker', source },
      timeMs: timeMs ?? fileBounds.pictureTime.value,
      memory: memory ?? fileBounds.pictureMemory.value,
    });
  }

  /**
   * A copy that tells no more than it shows; undefined where the picture can stay as it is.
   * @throws Refusal `image/too-large`, `image/unreadable`
   */
  async check(read: () => Promise<Uint8Array>): Promise<Buffer | undefined> {
    const checked = this.queue.then(async () => this.apart.ask({ bytes: await read() }));
    this.queue = checked.catch(() => undefined);
    const answer = await checked;
    if (answer === 'too-slow' || answer === 'too-much') return refuse('image/too-large');
    if (answer === 'broken') return refuse('image/unreadable');
    if ('fault' in answer) return refuse(answer.fault);
    return answer.copy && Buffer.from(answer.copy);
  }

  close(): void {
    this.apart.end();
  }
}
