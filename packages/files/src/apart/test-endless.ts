import { endWithParent } from './end-with-parent.js';

/** Reads something that has no end. */
endWithParent();
process.send?.('begun', () => {
  for (;;);
});
