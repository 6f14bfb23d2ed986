import type { FolderView } from '@feusa/contracts/folders';
import { ApiError, newCorrelation } from '../../../shared/api.js';
import { Cancelled } from '../../../shared/conflicts/ask.js';
import { sendPlaced } from '../../../shared/conflicts/send-placed.js';
import { optimistically } from '../../../shared/own-changes.js';
import { pageKey } from '../page/folder-page.js';
import { toast } from '../../../shared/toast-store.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { texts } from '../texts.js';

function moveFolder(folder: FolderView, parentId: string | null, correlationId: string) {
  const { id, name } = folder;
  const own = [
    { list: pageKey(folder.parentId), id, row: null },
    { list: pageKey(parentId), id, row: { ...folder, parentId } },
  ];
  return optimistically(own, () =>
    sendPlaced('move-folder', { id, parentId }, { correlationId, name, folderId: parentId }),
  );
}

const describe = (folders: readonly FolderView[]) =>
  folders.length === 1 ? texts.folderNoun : texts.folder(folders.length);

/** Moves folders and offers Undo; says what was refused. Resolves to the first refusal, if any. */
export async function moveAll(folders: readonly FolderView[], to: string | null): Promise<unknown> {
  const correlationId = newCorrelation();
  const results = await Promise.allSettled(
    folders.map((folder) => moveFolder(folder, to, correlationId)),
  );
  const moved = folders.filter((_, index) => results[index]?.status === 'fulfilled');
  if (moved.length > 0) offerUndo(texts.moved(describe(moved)), correlationId);
  const failed = results.find(
    (result) => result.status === 'rejected' && !(result.reason instanceof Cancelled),
  ) as PromiseRejectedResult | undefined;
  if (!failed) return undefined;
  const detail = failed.reason instanceof ApiError ? failed.reason.detail : '';
  toast({ tone: 'danger', text: texts.notAllMoved(detail) });
  return failed.reason;
}
