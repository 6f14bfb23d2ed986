import { ApiError } from '../../shared/api.js';
import { counted } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { removeEntry, restoreEntry } from './commands.js';
import type { Entry } from './entries.js';

export const DELETE_FAILED = 'An error occured when deleting the file. Please try again.';

const nouns = { folder: 'Folder', doc: 'File', link: 'Link' } as const;

const isFolder = ({ type }: Entry) => type === 'folder';

/** 'File' for one, '3 files' for many of a kind, else '3 things'. */
function describe(entries: readonly Entry[]): string {
  const kinds = new Set(entries.map(({ type }) => nouns[type]));
  const [kind = 'thing'] = kinds;
  if (entries.length === 1) return kind;
  return counted(entries.length, kinds.size === 1 ? kind.toLowerCase() : 'thing');
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

async function restore(entries: readonly Entry[]) {
  const results = await Promise.allSettled(entries.map(restoreEntry));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return void toast({ text: `${describe(entries)} restored.` });
  const detail = failed.reason instanceof ApiError ? failed.reason.detail : '';
  toast({ tone: 'danger', text: `${describe(entries)} could not be restored. ${detail}` });
}

/** Removes all, then offers Undo to those who may restore. Throws the first refusal. */
export async function removeAll(entries: readonly Entry[], isAdmin: boolean): Promise<void> {
  const results = await Promise.allSettled(entries.map(removeEntry));
  const removed = entries.filter((_, index) => results[index]?.status === 'fulfilled');
  if (removed.length > 0) announce(removed, isAdmin);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function announce(removed: readonly Entry[], isAdmin: boolean) {
  const text = `${describe(removed)} deleted.`;
  if (!isAdmin) toast({ text: `${text} An administrator can restore it.` });
  else toast({ text, action: { label: 'Undo', run: () => restore(removed) } });
}
