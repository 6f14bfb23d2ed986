import type { FolderPage } from '@feusa/contracts/views';
import { useState } from 'react';
import type { Entry } from './entries.js';
import { pageEntries, withEntries } from './folder-page.js';

interface Held {
  readonly page: FolderPage;
  /** How many changes wait. */
  readonly waiting: number;
  /** Rows that are drawn only because they wait: somebody has removed them. */
  readonly gone: ReadonlySet<string>;
  release(): void;
}

const nothing: ReadonlySet<string> = new Set();

interface HoldOptions {
  /** Ids in the order in which they are drawn. */
  readonly order: (page: FolderPage) => readonly string[];
  /** What the pointer or the focus is on. */
  readonly anchor: string | undefined;
  readonly isOwn: (id: string) => boolean;
}

/** Ids of rows that `next` has and `page` has not, the other way round, or that differ. */
export function differences(page: FolderPage, next: FolderPage): ReadonlySet<string> {
  const ids = new Set<string>();
  const before = new Map<string, Entry>();
  for (const entry of pageEntries(page)) before.set(entry.id, entry);
  for (const entry of pageEntries(next)) {
    if (before.get(entry.id)?.version !== entry.version) ids.add(entry.id);
    before.delete(entry.id);
  }
  for (const id of before.keys()) ids.add(id);
  return ids;
}

/** The old rows in their old places, with the new content of those that are still there. */
function patched(shown: FolderPage, latest: FolderPage): FolderPage {
  const rows = new Map(pageEntries(latest).map((entry) => [entry.id, entry]));
  const still = pageEntries(shown).flatMap((entry) => {
    const row = rows.get(entry.id);
    return row && row.name === entry.name ? [row] : [];
  });
  return { ...withEntries(shown, still), folder: latest.folder, ancestors: latest.ancestors };
}

/** What to draw of `latest` while `shown` is on the screen: undefined when all of it. */
export function heldBack(
  shown: FolderPage,
  latest: FolderPage,
  { anchor, order, isOwn }: HoldOptions,
): Omit<Held, 'release'> | undefined {
  if (shown === latest || anchor === undefined) return undefined;
  const foreign = [...differences(shown, latest)].filter((id) => !isOwn(id));
  const moves = order(shown).indexOf(anchor) !== order(latest).indexOf(anchor);
  if (!moves || foreign.length === 0) return undefined;
  const there = new Set(pageEntries(latest).map(({ id }) => id));
  const gone = new Set(pageEntries(shown).flatMap(({ id }) => (there.has(id) ? [] : [id])));
  return { page: patched(shown, latest), waiting: foreign.length, gone };
}

/**
 * Keeps what is drawn while a change by somebody else would move the row under the pointer or the
 * focus; `release` lets the changes in.
 */
export function useHoldBack(latest: FolderPage, options: HoldOptions): Held {
  const [shown, setShown] = useState(latest);
  const release = () => setShown(latest);
  const held = heldBack(shown, latest, options);
  if (held) return { ...held, release };
  if (shown !== latest) setShown(latest);
  return { page: latest, waiting: 0, gone: nothing, release };
}
