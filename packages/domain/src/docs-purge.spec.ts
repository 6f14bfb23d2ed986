import { describe, it } from '@jest/globals';
import type { DocContext } from './doc.js';
import { files, links, type FileCommand, type LinkCommand } from './docs.js';
import { specOf } from './test-decider.js';
import type { FolderNode } from './tree.js';

const nodes: Record<string, FolderNode> = {
  manuals: { parentId: null, removed: false },
  attic: { parentId: null, removed: true },
  ash: { parentId: null, removed: true, purged: true },
  boxes: { parentId: 'ash', removed: false },
};
const lookup = (id: string): FolderNode | undefined => nodes[id];
const by = { id: 'ann', mayRestoreAll: true };
const context: DocContext = { id: 'd1', by, folders: lookup };
const content = { blob: 'ab'.repeat(32), size: 4711, mediaType: 'application/pdf' };

describe('a file', () => {
  const { given } = specOf(files);
  const purge: FileCommand = { name: 'purge', body: { id: 'd1', kind: 'file' } };
  const restore: FileCommand = { name: 'restore-file', body: { id: 'd1' } };
  const added = (folderId: string) =>
    ({ type: 'FileAdded', data: { folderId, name: 'plan.pdf', ...content } }) as const;
  const removed = (folderId: string) => ({ type: 'FileRemoved', data: { folderId } }) as const;
  const purged = (folderId: string) => ({ type: 'FilePurged', data: { folderId } }) as const;

  it('goes for good from the trash', () =>
    given(added('manuals'), removed('manuals')).when(purge, context).then(purged('manuals')));
  it('goes for good from a folder in the trash', () =>
    given(added('attic'), removed('attic')).when(purge, context).then(purged('attic')));
  it('does not go for good from its folder', () =>
    given(added('manuals')).when(purge, context).thenRefused('trash/not-in-it'));
  it('does not go for good without the folder that it went with', () =>
    given(added('attic')).when(purge, context).thenRefused('trash/not-in-it'));
  it('is not found where there was none', () =>
    given().when(purge, context).thenRefused('file/not-found'));
  it.each([purge, restore])('is gone after that: $name', (command) =>
    given(added('manuals'), removed('manuals'), purged('manuals'))
      .when(command, context)
      .thenRefused('trash/purged'),
  );
  it.each([purge, restore])('is gone with a folder above it: $name', (command) =>
    given(added('boxes'), removed('boxes')).when(command, context).thenRefused('trash/purged'),
  );
});

describe('a link', () => {
  const { given } = specOf(links);
  const purge: LinkCommand = { name: 'purge', body: { id: 'd1', kind: 'link' } };
  const added = {
    type: 'LinkAdded',
    data: { folderId: 'manuals', name: 'Rain', link: 'https://rain.example/' },
  } as const;
  const removed = { type: 'LinkRemoved', data: { folderId: 'manuals' } } as const;
  const purged = { type: 'LinkPurged', data: { folderId: 'manuals' } } as const;

  it('goes for good from the trash', () => given(added, removed).when(purge, context).then(purged));
  it('does not go for good from its folder', () =>
    given(added).when(purge, context).thenRefused('trash/not-in-it'));
  it('is not found where there was none', () =>
    given().when(purge, context).thenRefused('link/not-found'));
  it('is gone after that', () =>
    given(added, removed, purged)
      .when({ name: 'restore-link', body: { id: 'd1' } }, context)
      .thenRefused('trash/purged'));
});
