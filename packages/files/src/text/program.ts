import type { TextFormat } from '@feusa/contracts/find';
import { workForParent } from '../apart/end-with-parent.js';
import { extractHere } from './extract.js';

interface Work {
  readonly bytes: Uint8Array;
  readonly format: TextFormat;
}

/** The process that reads documents. */
workForParent(({ bytes, format }: Work) => extractHere(bytes, format));
