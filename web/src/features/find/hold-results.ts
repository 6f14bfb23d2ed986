import type { FindPage } from '@feusa/contracts/find';
import { useState } from 'react';

export interface HeldResults {
  readonly page: FindPage;
  /** How many results have come or gone meanwhile. */
  readonly waiting: number;
  /** Those that are shown only so that nothing moves. */
  readonly gone: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

/** The results in the places that they have, with what is new of each. */
export function heldResults(shown: FindPage, latest: FindPage): HeldResults {
  const now = new Map(latest.hits.map((hit) => [hit.id, hit]));
  const gone = new Set(shown.hits.flatMap(({ id }) => (now.has(id) ? [] : [id])));
  const before = new Set(shown.hits.map(({ id }) => id));
  const come = latest.hits.filter(({ id }) => !before.has(id)).length;
  const hits = shown.hits.map((hit) => now.get(hit.id) ?? hit);
  return { page: { ...shown, hits, counts: latest.counts }, waiting: come + gone.size, gone };
}

interface PageOnView {
  readonly search: string;
  readonly page: FindPage | undefined;
}

/** While somebody points at the results of a search, what others change moves none of them. */
export function useHeldResults(latest: FindPage | undefined, search: string, isHeld: boolean) {
  const [shown, setShown] = useState<PageOnView>({ search, page: latest });
  const release = () => setShown({ search, page: latest });
  const { page } = shown;
  const isSame = shown.search === search && page !== undefined && page.hits.length > 0;
  if (isHeld && isSame && latest && page !== latest)
    return { ...heldResults(page, latest), release };
  if (page !== latest || shown.search !== search) setShown({ search, page: latest });
  return { page: latest, waiting: 0, gone: nothing, release };
}
