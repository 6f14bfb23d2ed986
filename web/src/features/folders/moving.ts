import type { FolderView } from '@feusa/contracts/folders';
import { ApiError } from '../../shared/api.js';
import { counted } from '../../shared/format.js';
import { toast } from '../../shared/toast-store.js';
import { moveFolder } from './commands.js';

const describe = (folders: readonly FolderView[]) =>
  folders.length === 1 ? 'Folder' : counted(folders.length, 'folder');

async function moveBack(moved: readonly FolderView[], from: string | null) {
  for (const folder of moved) {
    await moveFolder({ ...folder, parentId: from }, folder.parentId).catch(() => {
      toast({ tone: 'danger', text: `“${folder.name}” could not be moved back.` });
    });
  }
}

/** Moves folders and offers Undo; says what was refused. Resolves to the first refusal, if any. */
export async function moveAll(folders: readonly FolderView[], to: string | null): Promise<unknown> {
  const results = await Promise.allSettled(folders.map((folder) => moveFolder(folder, to)));
  const moved = folders.filter((_, index) => results[index]?.status === 'fulfilled');
  if (moved.length > 0)
    toast({
      text: `${describe(moved)} moved.`,
      action: { label: 'Undo', run: () => moveBack(moved, to) },
    });
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return undefined;
  const detail = failed.reason instanceof ApiError ? failed.reason.detail : '';
  toast({ tone: 'danger', text: `Not everything was moved. ${detail}` });
  return failed.reason;
}
