import type { FolderView } from '@feusa/contracts/folders';
import type { LinkView } from '@feusa/contracts/docs';
import type { FolderPage } from '@feusa/contracts/views';
import { send } from '../../../shared/api.js';
import { sendPlaced } from '../../../shared/conflicts/send-placed.js';
import { pageEntries, type Entry } from '../page/entries.js';
import { optimistically, temporaryId } from '../page/own-changes.js';

const rowOfNow = (name: string) => ({
  id: temporaryId(),
  name,
  dateAdded: new Date().toUTCString().slice(5, 16),
  timestamp: Date.now(),
  searchTerms: [],
  version: 0,
});

const namesakes = (page: FolderPage, name: string) =>
  pageEntries(page).flatMap((entry) => (entry.name === name ? [entry.id] : []));

const idOf = (page: FolderPage) => page.folder?.id ?? null;

export function addFolder(page: FolderPage, text: string, correlationId?: string) {
  const name = text.trim();
  const parentId = idOf(page);
  const row: FolderView = { ...rowOfNow(name), type: 'folder', path: '', parentId };
  return optimistically([{ folder: parentId, put: [row], before: namesakes(page, name) }], () =>
    sendPlaced('add-folder', { name, parentId }, { correlationId, name, folderId: parentId }),
  );
}

export function addLink(
  page: FolderPage,
  { text, target }: { readonly text: string; readonly target: string },
  correlationId?: string,
) {
  const [name, link] = [text.trim(), target.trim()];
  const folderId = idOf(page) ?? '';
  const row: LinkView = { ...rowOfNow(name), type: 'link', link, folderId };
  return optimistically([{ folder: folderId, put: [row], before: namesakes(page, name) }], () =>
    sendPlaced(
      'add-link',
      { folderId, name, link },
      { correlationId, name, folderId, mine: [link] },
    ),
  );
}

export function renameFolder(folder: FolderView, text: string, correlationId?: string) {
  const name = text.trim();
  return optimistically([{ folder: folder.parentId, put: [{ ...folder, name }] }], () =>
    sendPlaced(
      'rename-folder',
      { id: folder.id, name },
      { correlationId, name, folderId: folder.parentId },
    ),
  );
}

export function moveFolder(folder: FolderView, parentId: string | null, correlationId?: string) {
  return optimistically(
    [
      { folder: folder.parentId, gone: [folder.id] },
      { folder: parentId, put: [{ ...folder, parentId }] },
    ],
    () =>
      sendPlaced(
        'move-folder',
        { id: folder.id, parentId },
        { correlationId, name: folder.name, folderId: parentId },
      ),
  );
}

const homeOf = (entry: Entry) => (entry.type === 'folder' ? entry.parentId : entry.folderId);

export function removeEntry(entry: Entry, correlationId?: string) {
  const { id } = entry;
  return optimistically([{ folder: homeOf(entry), gone: [id] }], () => {
    if (entry.type === 'folder') return send('remove-folder', { id }, correlationId);
    const name = entry.type === 'doc' ? 'remove-file' : 'remove-link';
    return send(name, { id }, correlationId);
  });
}
