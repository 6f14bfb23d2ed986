import { ApiError } from '../../shared/api.js';
import { counted } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { removeEntry, restoreEntry } from './commands.js';
import type { Entry } from './entries.js';

export const DELETE_FAILED = 'An error occured when deleting the file. Please try again.';

const nouns = { folder: 'Folder', doc: 'File', link: 'Link' } as const;

/** The seed's title and question. */
export function questionFor(entries: readonly Entry[]): { title: string; text: string } {
  const [first] = entries;
  if (entries.length !== 1 || !first)
    return {
      title: `Delete ${counted(entries.length, 'thing')}`,
      text: 'Are you sure you want to delete them? Folders go with all of their contents.',
    };
  const noun = nouns[first.type];
  const more = first.type === 'folder' ? ' and all of its contents' : '';
  return {
    title: `Delete ${noun}`,
    text: `Are you sure you want to delete this ${noun.toLowerCase()}${more}?`,
  };
}

const describe = (entries: readonly Entry[]) =>
  entries.length === 1 && entries[0] ? nouns[entries[0].type] : counted(entries.length, 'thing');

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
