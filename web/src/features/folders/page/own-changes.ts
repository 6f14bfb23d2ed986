import type { CommandAnswer } from '@feusa/contracts/commands';
import type { Change } from '@feusa/contracts/live';
import type { FolderPage } from '@feusa/contracts/views';
import { useMemo, useSyncExternalStore } from 'react';
import { mutate } from 'swr';
import { isOwnPosition } from '../../../shared/own-writes.js';
import { pageEntries, withEntries, type Entry } from './entries.js';
import { pageKey } from './folder-page.js';
import { newId } from '../../../shared/new-id.js';

/** What this person did and the page may not show yet. */
export interface OwnChange {
  readonly key: string;
  readonly folder: string | null;
  readonly put: readonly Entry[];
  readonly gone: ReadonlySet<string>;
  /** Rows that were there before; a new one with the same name is what was sent. */
  readonly before: ReadonlySet<string>;
  readonly position?: number;
}

let changes: readonly OwnChange[] = [];
const observers = new Set<() => void>();

function set(next: readonly OwnChange[]) {
  changes = next;
  for (const run of observers) run();
}
const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

const LIVE_IS_LATE = 700;
const TEMPORARY = 'saving:';
export const temporaryId = (): string => TEMPORARY + newId();
export const isTemporary = (id: string): boolean => id.startsWith(TEMPORARY);

interface Shown {
  readonly folder: string | null;
  readonly put?: readonly Entry[];
  readonly gone?: readonly string[];
  readonly before?: readonly string[];
}

/** Shows a change at once, sends it, and takes it back when it is refused. */
export async function optimistically(
  shown: readonly Shown[],
  run: () => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  const mine = shown.map(({ folder, put = [], gone = [], before = [] }) => ({
    key: newId(),
    folder,
    put,
    gone: new Set(gone),
    before: new Set(before),
  }));
  const keys = new Set(mine.map(({ key }) => key));
  set([...changes, ...mine]);
  try {
    const answer = await run();
    const position = Number(answer.position);
    const known = ({ put, ...rest }: OwnChange): OwnChange => ({
      ...rest,
      put: put.map((entry) => (isTemporary(entry.id) ? { ...entry, id: answer.id } : entry)),
      position,
    });
    set(changes.map((change) => (keys.has(change.key) ? known(change) : change)));
    setTimeout(() => askAgain(keys), LIVE_IS_LATE);
    return answer;
  } catch (error) {
    set(changes.filter(({ key }) => !keys.has(key)));
    throw error;
  }
}

/** Without live changes the pages are read anew. */
function askAgain(keys: ReadonlySet<string>) {
  for (const { key, folder } of changes) if (keys.has(key)) void mutate(pageKey(folder));
}

/** Forgets what the page has caught up with. */
export function caughtUp(folder: string | null, position: string): void {
  const at = Number(position);
  const rest = changes.filter(
    (c) => c.folder !== folder || c.position === undefined || c.position > at,
  );
  if (rest.length < changes.length) set(rest);
}

const sameName = (a: Entry, b: Entry) => a.type === b.type && a.name === b.name;

/** True when a change that arrived was made here. */
export function isOwn(folder: string | null, change: Change): boolean {
  if (isOwnPosition(change.position)) return true;
  const value = change.value as Entry | undefined;
  return changes.some(
    (own) =>
      own.folder === folder &&
      (own.gone.has(change.id) ||
        own.put.some(
          (e) => e.id === change.id || (value && isTemporary(e.id) && sameName(e, value)),
        )),
  );
}

interface Overlaid {
  readonly page: FolderPage;
  /** Rows that the server has not confirmed yet. */
  readonly saving: ReadonlySet<string>;
}

export function overlay(
  page: FolderPage,
  folder: string | null,
  own: readonly OwnChange[],
): Overlaid {
  const saving = new Set<string>();
  let result = page;
  const isDue = ({ folder: where, position }: OwnChange) =>
    where === folder && (position === undefined || position > Number(page.position));
  for (const change of own.filter(isDue)) {
    const arrived = (e: Entry) =>
      isTemporary(e.id) &&
      pageEntries(page).some((row) => sameName(row, e) && !change.before.has(row.id));
    const put = change.put.filter((entry) => !arrived(entry));
    result = withEntries(result, put, change.gone);
    if (change.position === undefined) for (const { id } of put) saving.add(id);
  }
  return { page: result, saving };
}

/** A page with this person's own changes on top. */
export function useOwnChanges(page: FolderPage, folder: string | null): Overlaid {
  const own = useSyncExternalStore(observe, () => changes);
  return useMemo(() => overlay(page, folder, own), [page, folder, own]);
}
