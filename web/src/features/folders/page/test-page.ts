import type { FileView, LinkView } from '@feusa/contracts/docs';
import type { FolderView } from '@feusa/contracts/folders';
import type { FolderPage } from '@feusa/contracts/views';

const somebody = { id: 'ann', email: 'ann@feusa.example' };
const changed = { addedBy: somebody, changedBy: somebody, changedAt: '2026-11-21T08:00:00.000Z' };
const row = { dateAdded: '21 Nov 2026', timestamp: 0, searchTerms: [], version: 1 };

export const folder = (id: string, name = id, more: Partial<FolderView> = {}): FolderView => ({
  ...row,
  id,
  name,
  type: 'folder',
  path: `/${id}`,
  parentId: null,
  ...more,
});

export const file = (id: string, name = id, more: Partial<FileView> = {}): FileView => ({
  ...row,
  id,
  name,
  ...changed,
  type: 'doc',
  folderId: 'here',
  url: `/files/${id}`,
  size: 1,
  mediaType: 'text/plain',
  fileVersion: 1,
  ...more,
});

export const link = (id: string, name = id, target = 'https://a.example'): LinkView => ({
  ...row,
  id,
  name,
  ...changed,
  type: 'link',
  folderId: 'here',
  link: target,
});

export const page = (more: Partial<FolderPage> = {}): FolderPage => ({
  folder: null,
  ancestors: [],
  folders: [],
  docs: [],
  position: '10',
  ...more,
});
