import { folders, type EarlierName, type FolderContext } from '@feusa/domain/folders';
import { feature } from '../feature.js';

/** Folders; how deep what is moved goes is read at the head of the log. */
export const foldersFeature = feature({
  noun: 'folder',
  decider: folders,
  folders: ({ body }, folder) => [
    ('id' in body && body.id) || null,
    'parentId' in body ? body.parentId : (folder?.parentId ?? null),
  ],
  exact: {
    names: ['move-folder'],
    read: (_command, id, store) => store.folderHeight(id),
  },
  context: (
    { id, folders, naming },
    earlier: EarlierName | undefined,
    height: number | undefined,
  ): FolderContext => ({
    id,
    earlier,
    folders,
    naming,
    heightOf: () => height ?? 1,
  }),
});
