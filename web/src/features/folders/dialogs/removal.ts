import { isNoLongerThere, newCorrelation, send } from '../../../shared/api.js';
import { counted } from '../../../shared/format.js';
import { toast } from '../../../shared/toast-store.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { pageKey } from '../page/folder-page.js';
import { optimistically } from '../../../shared/own-changes.js';
import { homeOf, type Entry } from '../page/entries.js';
import { texts as shared } from '../../../shared/texts.js';
import { texts } from '../texts.js';

export const DELETE_FAILED = texts.deleteFailed;

const nouns = { folder: texts.folderNoun, doc: texts.file, link: texts.linkField } as const;

const isFolder = ({ type }: Entry) => type === 'folder';

/** 'File' for one, '3 files' for many of a kind, else '3 items'. */
function describe(entries: readonly Entry[]): string {
  const kinds = new Set(entries.map(({ type }) => nouns[type]));
  const [kind = 'item'] = kinds;
  if (entries.length === 1) return kind;
  return counted(entries.length, kinds.size === 1 ? kind.toLowerCase() : 'item');
}

/** The title and the question of the dialog. */
export function questionFor(entries: readonly Entry[]): { title: string; text: string } {
  const [first] = entries;
  if (entries.length !== 1 || !first)
    return {
      title: texts.deleteMany(describe(entries)),
      text: texts.askDeleteMany(entries.some(isFolder) ? texts.withTheirContents : ''),
    };
  const noun = nouns[first.type];
  const more = first.type === 'folder' ? texts.withContents : '';
  return {
    title: texts.deleteOne(noun),
    text: texts.askDeleteOne(noun.toLowerCase(), more),
  };
}

/** What did not happen, whatever kind it is of. */
export const notDeleted = ([first, ...more]: readonly Entry[]): string =>
  first && more.length === 0
    ? texts.theWasNotDeleted(nouns[first.type].toLowerCase())
    : texts.notEverythingWasDeleted;

const commandOf = { folder: 'remove-folder', doc: 'remove-file', link: 'remove-link' } as const;

const nameOf = (entries: readonly Entry[]): string =>
  entries.length === 1 ? (entries[0]?.name ?? '') : describe(entries);

function removeEntry(entry: Entry, correlationId: string) {
  const { id, type } = entry;
  return optimistically([{ list: pageKey(homeOf(entry)), id, row: null }], () =>
    send(commandOf[type], { id }, correlationId),
  );
}

/** Removes all that is still there, then offers Undo: who removed it may restore it. Throws the first refusal. */
export async function removeAll(entries: readonly Entry[]): Promise<void> {
  const correlationId = newCorrelation();
  const results = await Promise.allSettled(
    entries.map((entry) => removeEntry(entry, correlationId)),
  );
  const removed = entries.filter((_, index) => results[index]?.status === 'fulfilled');
  if (removed.length > 0) offerUndo(texts.deleted(describe(removed)), correlationId);
  const failed = results.find(
    (result) => result.status === 'rejected' && !isNoLongerThere(result.reason),
  ) as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
  if (removed.length === 0) toast({ text: shared.isNoLongerThere(nameOf(entries)) });
}
