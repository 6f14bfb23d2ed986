import { workForParent } from '../apart/end-with-parent.js';
import { shrink } from './shrink.js';

interface Work {
  readonly bytes: Uint8Array;
  /** In pixels. */
  readonly size: number;
}

/** The process that makes thumbnails. */
workForParent(({ bytes, size }: Work) => shrink(bytes, size));
