import { convert } from './convert.js';
import type { PageKind } from '@feusa/contracts/preview-kinds';

interface Work {
  readonly bytes: Uint8Array;
  readonly kind: PageKind;
}

// Libraries for hostile input must not find their way into the output of the service.
console.log = console.warn = console.error = () => undefined;

/** The process that makes the page of one document: it has no settings, no database and no secrets. */
process.once('message', ({ bytes, kind }: Work) => {
  const leave = () => process.disconnect();
  convert(Buffer.from(bytes), kind).then(
    (page) => process.send?.({ page }, leave),
    () => process.send?.({}, leave),
  );
});
