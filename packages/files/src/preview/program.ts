import type { PageKind } from '@feusa/contracts/preview-kinds';
import { workForParent } from '../apart/end-with-parent.js';
import { convert } from './convert.js';

interface Work {
  readonly bytes: Uint8Array;
  readonly kind: PageKind;
  readonly charset?: string;
}

/** The process that makes the page of one document. */
workForParent(({ bytes, kind, charset }: Work) =>
  convert(Buffer.from(bytes), kind, charset).then(
    (page) => ({ page }),
    () => ({}),
  ),
);
