import { newCorrelation, send } from '../../../shared/api.js';
import { Cancelled } from '../../../shared/conflicts/ask.js';
import { sendNaming } from '../../../shared/conflicts/send-naming.js';
import { newRow, optimistically } from '../../../shared/own-changes.js';
import { pageKey } from '../page/folder-page.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { homeOf, type Doc, type Entry } from '../page/entries.js';
import { texts } from '../texts.js';

function move(entry: Entry, to: string | null, correlationId: string) {
  const { id, name } = entry;
  const about = { correlationId, name, folderId: to };
  const own = (row: Entry) => [
    { list: pageKey(homeOf(entry)), id, row: null },
    { list: pageKey(to), id, row },
  ];
  if (entry.type === 'folder')
    return optimistically(own({ ...entry, parentId: to }), () =>
      sendNaming('move-folder', { id, parentId: to }, about),
    );
  const folderId = to ?? '';
  const command = entry.type === 'doc' ? 'move-file' : 'move-link';
  return optimistically(own({ ...entry, folderId }), () =>
    sendNaming(command, { id, folderId }, about),
  );
}

/** In the folder where it lies already the copy gets another name unasked. */
function copy(doc: Doc, folderId: string, correlationId: string) {
  const fresh = { ...newRow(), folderId };
  const { id: newId } = fresh;
  const row: Doc =
    doc.type === 'doc'
      ? { ...doc, ...fresh, url: `/files/${newId}`, fileVersion: 1 }
      : { ...doc, ...fresh };
  const { name } = doc;
  const command = doc.type === 'doc' ? 'copy-file' : 'copy-link';
  const body = { id: doc.id, folderId, newId };
  return optimistically([{ list: pageKey(folderId), id: newId, row }], () =>
    doc.folderId === folderId
      ? send(command, body, correlationId, 'keep-both')
      : sendNaming(command, body, { correlationId, name, folderId }),
  );
}

const nouns = { folder: texts.folderNoun, doc: texts.documentNoun, link: texts.linkField } as const;
const counts = { folder: texts.folder, doc: texts.document, link: texts.link } as const;

/** 'Document' for one, '3 documents' for many of a kind, else '3 items'. */
export function described(entries: readonly Entry[]): string {
  const [first] = entries;
  if (!first) return '';
  if (entries.length === 1) return nouns[first.type];
  const isOneKind = entries.every(({ type }) => type === first.type);
  return (isOneKind ? counts[first.type] : texts.item)(entries.length);
}

/** Does it to all that it can be done to, then offers Undo. Throws the first refusal. */
async function doAll<E extends Entry>(
  entries: readonly E[],
  act: (entry: E, correlationId: string) => Promise<unknown>,
  textOf: (what: string) => string,
): Promise<void> {
  const correlationId = newCorrelation();
  const results = await Promise.allSettled(entries.map((entry) => act(entry, correlationId)));
  const done = entries.filter((_, index) => results[index]?.status === 'fulfilled');
  if (done.length > 0) offerUndo(textOf(described(done)), correlationId);
  const failed = results.find(
    (result) => result.status === 'rejected' && !(result.reason instanceof Cancelled),
  ) as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
}

export const moveAll = (entries: readonly Entry[], to: string | null): Promise<void> =>
  doAll(entries, (entry, correlationId) => move(entry, to, correlationId), texts.moved);

export const copyAll = (docs: readonly Doc[], to: string): Promise<void> =>
  doAll(docs, (doc, correlationId) => copy(doc, to, correlationId), texts.copied);
