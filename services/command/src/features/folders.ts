import { folders, type EarlierName, type FolderContext } from '@feusa/domain/folders';
import type { EventStore } from '@feusa/event-log/store/port';
import { feature } from '../feature.js';
import { nameable } from './members-of.js';

type Exact = Pick<FolderContext, 'unknown'> & { readonly height?: number };

/** Those that are neither a group that is there nor somebody with an account. */
async function unknownAmong(ids: readonly string[], store: EventStore): Promise<string[]> {
  const { groups, users } = await nameable(store, ids);
  return ids.filter((id) => !groups.has(id) && !users.has(id));
}

/** Folders; how deep what is moved goes, and who can be named, is read at the head of the log. */
export const foldersFeature = feature({
  noun: 'folder',
  decider: folders,
  folders: ({ body }, folder) => [
    ('id' in body && body.id) || null,
    'parentId' in body ? body.parentId : (folder?.parentId ?? null),
  ],
  exact: {
    names: ['move-folder', 'set-folder-access'],
    async read({ name, body }, id, store): Promise<Exact> {
      if (name !== 'set-folder-access') return { height: await store.folderHeight(id) };
      const { read = [], manage = [] } = body.access ?? {};
      return { unknown: await unknownAmong([...read, ...manage], store) };
    },
  },
  context: (
    { id, folders, naming },
    earlier: EarlierName | undefined,
    exact: Exact | undefined,
  ): FolderContext => ({
    id,
    earlier,
    folders,
    naming,
    unknown: exact?.unknown ?? [],
    heightOf: () => exact?.height ?? 1,
  }),
});
