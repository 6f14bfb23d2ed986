import { describe, it } from '@jest/globals';
import { folders, type FolderCommand, type FolderContext } from './folders.js';
import { specOf } from './test-decider.js';
import type { FolderNode } from './tree.js';

const nodes: Record<string, FolderNode> = {
  manuals: { parentId: null, removed: false },
  attic: { parentId: null, removed: true },
  ash: { parentId: null, removed: true, purged: true },
  boxes: { parentId: 'ash', removed: false },
};
const lookup = (id: string): FolderNode | undefined => nodes[id];

describe('a folder', () => {
  const { given } = specOf(folders);
  const context: FolderContext = { id: 'f1', folders: lookup, heightOf: () => 1 };
  const purge: FolderCommand = { name: 'purge', body: { id: 'f1', kind: 'folder' } };
  const restore: FolderCommand = { name: 'restore-folder', body: { id: 'f1' } };
  const added = (parentId: string | null) =>
    ({ type: 'FolderAdded', data: { name: 'Plans', parentId } }) as const;
  const removed = (parentId: string | null) =>
    ({ type: 'FolderRemoved', data: { parentId } }) as const;

  it('goes for good from the trash', () =>
    given(added(null), removed(null))
      .when(purge, context)
      .then({ type: 'FolderPurged', data: { parentId: null } }));
  it('does not go for good while it is there', () =>
    given(added(null)).when(purge, context).thenRefused('trash/not-in-it'));
  it('is not found where there was none', () =>
    given().when(purge, context).thenRefused('folder/not-found'));
  it.each([purge, restore])('is gone after that: $name', (command) =>
    given(added(null), removed(null), { type: 'FolderPurged', data: { parentId: null } })
      .when(command, context)
      .thenRefused('trash/purged'),
  );
  it.each([purge, restore])('is gone with a folder above it: $name', (command) =>
    given(added('ash'), removed('ash')).when(command, context).thenRefused('trash/purged'),
  );
});
