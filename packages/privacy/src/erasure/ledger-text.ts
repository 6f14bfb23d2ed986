import { StartFault } from '@feusa/platform/start-fault';
import type { Entry } from './port.js';

/** The file in a data directory and in a backup. */
export const LEDGER = 'erasures.ndjson';

/** A line for each entry, `{"stream":…,"at":…}`. */
export const ledgerText = (entries: readonly Entry[]): string =>
  entries.map(({ stream, at }) => `${JSON.stringify({ stream, at })}\n`).join('');

/** Each stream once, the earliest first. @throws StartFault for a text that is no ledger */
export const entriesIn = (text: string): Entry[] =>
  eachOnce(text.split('\n').filter(Boolean).map(entryOf));

/** The same entries, each stream once, the earliest first. */
export function eachOnce(entries: readonly Entry[]): Entry[] {
  const inOrder = entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const byStream = new Map(inOrder.map((entry) => [entry.stream, entry]));
  return [...byStream.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function entryOf(line: string): Entry {
  try {
    const { stream, at } = JSON.parse(line) as Partial<Entry>;
    if (typeof stream === 'string' && typeof at === 'string') return { stream, at };
  } catch {
    // Falls through to the fault.
  }
  throw new StartFault(`This is no line of a ledger of erasures: ${line.slice(0, 80)}`);
}
