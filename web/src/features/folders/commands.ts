import type { FolderView } from '@feusa/contracts/folders';
import type { LinkView } from '@feusa/contracts/docs';
import type { FolderPage } from '@feusa/contracts/views';
import { send } from '../../shared/api.js';
import { pageEntries, type Entry } from './entries.js';
import { optimistically, temporaryId } from './own-changes.js';

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

export function addFolder(page: FolderPage, text: string) {
  const name = text.trim();
  const parentId = idOf(page);
  const row: FolderView = { ...rowOfNow(name), type: 'folder', path: '', parentId };
  return optimistically([{ folder: parentId, put: [row], before: namesakes(page, name) }], () =>
    send('add-folder', { name, parentId }),
  );
}

export function addLink(page: FolderPage, text: string, target: string) {
  const [name, link] = [text.trim(), target.trim()];
  const folderId = idOf(page) ?? '';
  const row: LinkView = { ...rowOfNow(name), type: 'link', link, folderId };
  return optimistically([{ folder: folderId, put: [row], before: namesakes(page, name) }], () =>
    send('add-link', { folderId, name, link }),
  );
}

export function renameFolder(folder: FolderView, text: string) {
  const name = text.trim();
  return optimistically([{ folder: folder.parentId, put: [{ ...folder, name }] }], () =>
    send('rename-folder', { id: folder.id, name }),
  );
}

export function moveFolder(folder: FolderView, parentId: string | null) {
  return optimistically(
    [
      { folder: folder.parentId, gone: [folder.id] },
      { folder: parentId, put: [{ ...folder, parentId }] },
    ],
    () => send('move-folder', { id: folder.id, parentId }),
  );
}

const homeOf = (entry: Entry) => (entry.type === 'folder' ? entry.parentId : entry.folderId);

export function removeEntry(entry: Entry) {
  const { id } = entry;
  return optimistically([{ folder: homeOf(entry), gone: [id] }], () => {
    if (entry.type === 'folder') return send('remove-folder', { id });
    return entry.type === 'doc' ? send('remove-file', { id }) : send('remove-link', { id });
  });
}

export function restoreEntry(entry: Entry) {
  const { id } = entry;
  return optimistically([{ folder: homeOf(entry), put: [entry] }], () => {
    if (entry.type === 'folder') return send('restore-folder', { id });
    return entry.type === 'doc' ? send('restore-file', { id }) : send('restore-link', { id });
  });
}
