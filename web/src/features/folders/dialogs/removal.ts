import { newCorrelation, send } from '../../../shared/api.js';
import { counted } from '../../../shared/format.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { pageKey } from '../page/folder-page.js';
import { optimistically } from '../../../shared/own-changes.js';
import type { Entry } from '../page/entries.js';

export const DELETE_FAILED = 'An error occured when deleting the file. Please try again.';

const nouns = { folder: 'Folder', doc: 'File', link: 'Link' } as const;

const isFolder = ({ type }: Entry) => type === 'folder';

/** 'File' for one, '3 files' for many of a kind, else '3 items'. */
function describe(entries: readonly Entry[]): string {
  const kinds = new Set(entries.map(({ type }) => nouns[type]));
  const [kind = 'item'] = kinds;
  if (entries.length === 1) return kind;
  return counted(entries.length, kinds.size === 1 ? kind.toLowerCase() : 'item');
}

/** The seed's title and question. */
export function questionFor(entries: readonly Entry[]): { title: string; text: string } {
  const [first] = entries;
  if (entries.length !== 1 || !first)
    return {
      title: `Delete ${describe(entries)}`,
      text: `Are you sure you want to delete them${entries.some(isFolder) ? ' and all of their contents' : ''}?`,
    };
  const noun = nouns[first.type];
  const more = first.type === 'folder' ? ' and all of its contents' : '';
  return {
    title: `Delete ${noun}`,
    text: `Are you sure you want to delete this ${noun.toLowerCase()}${more}?`,
  };
}

/** What did not happen, whatever kind it is of. */
export const notDeleted = ([first, ...more]: readonly Entry[]): string =>
  first && more.length === 0
    ? `The ${nouns[first.type].toLowerCase()} was not deleted.`
    : 'Not everything was deleted.';

const commandOf = { folder: 'remove-folder', doc: 'remove-file', link: 'remove-link' } as const;

function removeEntry(entry: Entry, correlationId: string) {
  const { id, type } = entry;
  const home = type === 'folder' ? entry.parentId : entry.folderId;
  return optimistically([{ list: pageKey(home), id, row: null }], () =>
    send(commandOf[type], { id }, correlationId),
  );
}

/** Removes all, then offers Undo: who removed it may restore it. Throws the first refusal. */
export async function removeAll(entries: readonly Entry[]): Promise<void> {
  const correlationId = newCorrelation();
  const results = await Promise.allSettled(
    entries.map((entry) => removeEntry(entry, correlationId)),
  );
  const removed = entries.filter((_, index) => results[index]?.status === 'fulfilled');
  if (removed.length > 0) offerUndo(`${describe(removed)} deleted.`, correlationId);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
