import type { TextFormat } from '@feusa/contracts/find';
import { workForParent } from '../apart/end-with-parent.js';
import { extractHere } from './extract.js';

export interface TextWork {
  readonly bytes: Uint8Array;
  readonly format: TextFormat;
  readonly charset: string | undefined;
}

/** The process that reads documents. */
workForParent(({ bytes, format, charset }: TextWork) => extractHere(bytes, format, charset));
