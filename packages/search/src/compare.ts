import type { Holding, SearchIndex } from './port.js';
import type { Expectations, Expected } from './expectations.js';

/** How a document is not what the log says: it is `unknown` where the log knows no such person. */
export const FLAWS = ['missing', 'older', 'newer', 'other', 'unknown'] as const;
export type Flaw = (typeof FLAWS)[number];

export interface Difference {
  readonly id: string;
  readonly flaw: Flaw;
}

export interface IndexComparison {
  /** People of whom the log and the index were compared. */
  readonly compared: number;
  /** People left out: they have changed after the position, or what they are cannot be read. */
  readonly leftOut: number;
  readonly differences: readonly Difference[];
}

/**
 * Compares every document with the log up to a position. The index is read first, then what to expect:
 * what it holds beyond that is then not merely ahead of what was read.
 */
export async function compareIndex(
  index: Pick<SearchIndex, 'holdings'>,
  upTo: number,
  expect: () => Promise<Expectations>,
): Promise<IndexComparison> {
  const held = await holdingsOf(index);
  const differences: Difference[] = [];
  let [compared, leftOut] = [0, 0];
  for (const [id, expected] of (await expect()).people) {
    const due = expected !== undefined && expected.position <= upTo;
    const flaw = due && flawOf(held.get(id), expected);
    if (flaw) differences.push({ id, flaw });
    held.delete(id);
    if (due) compared++;
    else leftOut++;
  }
  for (const id of held.keys()) differences.push({ id, flaw: 'unknown' });
  return { compared, leftOut, differences };
}

async function holdingsOf(index: Pick<SearchIndex, 'holdings'>) {
  const held = new Map<string, Holding>();
  for await (const page of index.holdings()) for (const each of page) held.set(each.id, each);
  return held;
}

function flawOf(held: Holding | undefined, expected: Expected): Flaw | undefined {
  if (!held) return expected.gone ? undefined : 'missing';
  if (held.version < expected.version) return 'older';
  if (held.version > expected.version) return 'newer';
  return held.digest === expected.digest ? undefined : 'other';
}
