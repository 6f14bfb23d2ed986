import { endWithParent } from './end-with-parent.js';
import { extractHere } from './extract.js';
import type { TextFormat } from '@feusa/contracts/find';

interface Work {
  readonly bytes: Uint8Array;
  readonly format: TextFormat;
}

// Libraries for hostile input must not find their way into the output of the service.
console.log = console.warn = console.error = () => undefined;

/** The process that reads documents: it has no settings, no network to use and no database. */
process.on('message', ({ bytes, format }: Work) => {
  void extractHere(bytes, format).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());
endWithParent();
