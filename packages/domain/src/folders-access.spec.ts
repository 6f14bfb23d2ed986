import { describe, it } from '@jest/globals';
import { specOf } from './test-decider.js';
import { folders, type FolderCommand, type FolderContext } from './folders.js';
import type { FolderNode } from './tree.js';

const { given } = specOf(folders);

const nodes = new Map<string, FolderNode>([
  ['manuals', { parentId: null, removed: false }],
  ['pay', { parentId: 'manuals', removed: false }],
  ['gone', { parentId: 'manuals', removed: true }],
]);
const about = (id: string, ...unknown: string[]): FolderContext => ({
  ...{ id, unknown, folders: (each) => nodes.get(each), heightOf: () => 1 },
});
const added = { type: 'FolderAdded', data: { name: 'Pay', parentId: 'manuals' } } as const;
const only = { read: ['ann'], manage: ['bob'] };
const restricted = {
  type: 'FolderAccessSet' as const,
  data: { parentId: 'manuals', access: only },
};
const set = (id: string, access: typeof only | null): FolderCommand => ({
  ...{ name: 'set-folder-access', body: { id, access } },
});

describe('the access of a folder', () => {
  it('is set', () => given(added).when(set('pay', only), about('pay')).then(restricted));
  it('is opened again', () =>
    given(added, restricted)
      .when(set('pay', null), about('pay'))
      .then({ type: 'FolderAccessSet', data: { parentId: 'manuals', access: null } }));
  it('names nobody who is not there', () =>
    given(added).when(set('pay', only), about('pay', 'bob')).thenRefused('folder/unknown-names'));
  it('may go on naming somebody who is gone', () =>
    given(added, restricted).when(set('pay', only), about('pay', 'bob')).then(restricted));
  it('is that of a folder that is there', () => {
    given().when(set('nowhere', only), about('nowhere')).thenRefused('folder/not-found');
    given(added).when(set('gone', only), about('gone')).thenRefused('folder/not-found');
  });
});
