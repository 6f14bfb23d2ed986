import { afterEach, beforeEach, describe } from '@jest/globals';
import { matches } from './contract-matching.js';
import { ranks } from './contract-ranking.js';
import { writes } from './contract-writes.js';
import type { Hits, Page, SearchIndex } from './port.js';

/** The index of the current test. */
export interface OpenedIndex {
  index: SearchIndex;
  find(text: string, page?: Page): Promise<Hits>;
}

/**
 * What every search index does. `open` gives an empty one; `settle` waits until all it was told
 * shows in searches.
 */
export const searchContract = (
  name: string,
  open: () => Promise<SearchIndex>,
  settle: (index: SearchIndex) => Promise<void> = async () => {},
) =>
  describe(`search index contract: ${name}`, () => {
    const opened = {
      async find(text, page) {
        await settle(opened.index);
        return opened.index.search(text, page);
      },
    } as OpenedIndex;
    beforeEach(async () => {
      opened.index = await open();
    });
    afterEach(() => opened.index.close());

    describe('matching', () => matches(opened));
    describe('ranking', () => ranks(opened));
    describe('writes', () => writes(opened));
  });
