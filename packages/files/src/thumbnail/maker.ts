import path from 'node:path';
import { fileBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import { ProcessApart } from '../apart/process-apart.js';
import type { Shrunk } from './shrink.js';

interface Limits {
  readonly timeMs?: number;
  /** In bytes. */
  readonly memory?: number;
  /** A program to run in place of the product's. */
  readonly program?: string;
}

/**
 * Makes thumbnails in as many processes as may make some at once; the caller asks for no more than that. A
 * picture that is broken or made to harm costs itself only.
 */
export class ThumbnailMaker {
  private readonly all: readonly ProcessApart<Shrunk>[];
  private readonly free: ProcessApart<Shrunk>[];

  constructor({ timeMs, memory, program }: Limits = {}) {
    const source = program ?? path.join(import.meta.dirname, 'program.ts');
    this.all = Array.from(
      { length: fileBounds.pictures.value },
      () =>
        new ProcessApart({
          program: { built: 'thumbnail-maker', source },
          timeMs: timeMs ?? fileBounds.pictureTime.value,
          memory: memory ?? fileBounds.pictureMemory.value,
        }),
    );
    this.free = [...this.all];
  }

  /**
   * A WebP picture, turned the way that the camera was held: 96 is a square cut from the middle, 320 the
   * whole picture in a square of that size (pixels).
   * @throws Refusal `image/too-large`, `image/unreadable`, `busy`
   */
  async make(bytes: Uint8Array, size: number): Promise<Buffer> {
    const apart = this.free.pop() ?? refuse('busy');
    const answer = await apart.ask({ bytes, size }).finally(() => this.free.push(apart));
    if (answer === 'too-slow' || answer === 'too-much') refuse('image/too-large');
    if (answer === 'broken') return refuse('image/unreadable');
    return 'fault' in answer ? refuse(answer.fault) : Buffer.from(answer.picture);
  }

  close(): void {
    for (const apart of this.all) apart.end();
  }
}
