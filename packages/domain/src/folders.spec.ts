import { describe, expect, it } from '@jest/globals';
import { specOf } from './test-decider.js';
import { folders, type FolderCommand, type FolderContext } from './folders.js';
import { depthOf, isInside, type FolderNode } from './tree.js';

const { given } = specOf(folders);

const node = (parentId: string | null, removed = false): FolderNode => ({ parentId, removed });
const chain = Array.from(
  { length: 50 },
  (_, level) => [`level${level + 1}`, node(level === 0 ? null : `level${level}`)] as const,
);
const nodes = new Map<string, FolderNode>([
  ['manuals', node(null)],
  ['tractors', node('manuals')],
  ['engines', node('tractors')],
  ['attic', node(null, true)],
  ['boxes', node('attic')],
  ['drawer', node('manuals', true)],
  ...chain,
]);
const about = (id: string, height = 1): FolderContext => ({
  id,
  folders: (each) => nodes.get(each),
  heightOf: () => height,
});

const add = (parentId: string | null): FolderCommand => ({
  name: 'add-folder',
  body: { name: 'Ploughs', parentId },
});
const rename = (id: string): FolderCommand => ({
  name: 'rename-folder',
  body: { id, name: 'Ploughs' },
});
const move = (id: string, parentId: string | null): FolderCommand => ({
  name: 'move-folder',
  body: { id, parentId },
});
const remove = (id: string): FolderCommand => ({ name: 'remove-folder', body: { id } });
const restore = (id: string): FolderCommand => ({ name: 'restore-folder', body: { id } });

const addedTo = (parentId: string | null) =>
  ({ type: 'FolderAdded', data: { name: 'Any', parentId } }) as const;
const removedFrom = (parentId: string | null) =>
  ({ type: 'FolderRemoved', data: { parentId } }) as const;
const restoredTo = (parentId: string | null) =>
  ({ type: 'FolderRestored', data: { parentId } }) as const;

describe('adding a folder', () => {
  it('puts it at the top', () =>
    given()
      .when(add(null), about('new'))
      .then({ type: 'FolderAdded', data: { name: 'Ploughs', parentId: null } }));
  it('puts it into a folder', () =>
    given()
      .when(add('tractors'), about('new'))
      .then({ type: 'FolderAdded', data: { name: 'Ploughs', parentId: 'tractors' } }));
  it('goes down to level 50', () =>
    given()
      .when(add('level49'), about('new'))
      .then({ type: 'FolderAdded', data: { name: 'Ploughs', parentId: 'level49' } }));
  it('goes no deeper', () =>
    given().when(add('level50'), about('new')).thenRefused('folder/too-deep'));
  it('is refused in an unknown folder', () =>
    given().when(add('nowhere'), about('new')).thenRefused('folder/parent-not-found'));
  it('is refused in a removed folder', () =>
    given().when(add('attic'), about('new')).thenRefused('folder/parent-not-found'));
  it('is refused in a folder that went with its parent', () =>
    given().when(add('boxes'), about('new')).thenRefused('folder/parent-not-found'));
});

describe('renaming a folder', () => {
  it('tells where it lies, too', () =>
    given(addedTo('manuals'))
      .when(rename('tractors'), about('tractors'))
      .then({ type: 'FolderRenamed', data: { name: 'Ploughs', parentId: 'manuals' } }));
  it('is refused for an unknown folder', () =>
    given().when(rename('nowhere'), about('nowhere')).thenRefused('folder/not-found'));
  it('is refused for a removed folder', () =>
    given(addedTo(null), removedFrom(null))
      .when(rename('attic'), about('attic'))
      .thenRefused('folder/not-found'));
  it('is refused for a folder that went with its parent', () =>
    given(addedTo('attic')).when(rename('boxes'), about('boxes')).thenRefused('folder/not-found'));
});

describe('moving a folder', () => {
  it('tells where it came from', () =>
    given(addedTo('manuals'))
      .when(move('tractors', 'level1'), about('tractors', 2))
      .then({ type: 'FolderMoved', data: { parentId: 'level1', fromParentId: 'manuals' } }));
  it('moves to the top', () =>
    given(addedTo('manuals'))
      .when(move('tractors', null), about('tractors', 2))
      .then({ type: 'FolderMoved', data: { parentId: null, fromParentId: 'manuals' } }));
  it('comes from where it was moved last', () =>
    given(addedTo(null), { type: 'FolderMoved', data: { parentId: 'manuals', fromParentId: null } })
      .when(move('tractors', null), about('tractors'))
      .then({ type: 'FolderMoved', data: { parentId: null, fromParentId: 'manuals' } }));
  it('is refused into itself', () =>
    given(addedTo(null))
      .when(move('manuals', 'manuals'), about('manuals', 3))
      .thenRefused('folder/cycle'));
  it('is refused into a folder that lies in it, however deep', () =>
    given(addedTo(null))
      .when(move('manuals', 'engines'), about('manuals', 3))
      .thenRefused('folder/cycle'));
  it('goes as deep as its deepest descendant may', () =>
    given(addedTo('manuals'))
      .when(move('tractors', 'level48'), about('tractors', 2))
      .then({ type: 'FolderMoved', data: { parentId: 'level48', fromParentId: 'manuals' } }));
  it('goes no deeper', () =>
    given(addedTo('manuals'))
      .when(move('tractors', 'level48'), about('tractors', 3))
      .thenRefused('folder/too-deep'));
  it('is refused into an unknown folder', () =>
    given(addedTo('manuals'))
      .when(move('tractors', 'nowhere'), about('tractors'))
      .thenRefused('folder/parent-not-found'));
  it('is refused into a removed folder', () =>
    given(addedTo('manuals'))
      .when(move('tractors', 'boxes'), about('tractors'))
      .thenRefused('folder/parent-not-found'));
  it('is refused for an unknown folder', () =>
    given().when(move('nowhere', null), about('nowhere')).thenRefused('folder/not-found'));
  it('is refused for a removed folder', () =>
    given(addedTo('manuals'), removedFrom('manuals'))
      .when(move('drawer', null), about('drawer'))
      .thenRefused('folder/not-found'));
});

describe('removing and restoring a folder', () => {
  it('removes', () =>
    given(addedTo('manuals'))
      .when(remove('tractors'), about('tractors'))
      .then(removedFrom('manuals')));
  it('removes no unknown folder', () =>
    given().when(remove('nowhere'), about('nowhere')).thenRefused('folder/not-found'));
  it('removes no folder twice', () =>
    given(addedTo('manuals'), removedFrom('manuals'))
      .when(remove('drawer'), about('drawer'))
      .thenRefused('folder/not-found'));
  it('removes no folder that went with its parent', () =>
    given(addedTo('attic')).when(remove('boxes'), about('boxes')).thenRefused('folder/not-found'));
  it('restores to where it was', () =>
    given(addedTo('manuals'), removedFrom('manuals'))
      .when(restore('drawer'), about('drawer'))
      .then(restoredTo('manuals')));
  it('restores no unknown folder', () =>
    given().when(restore('nowhere'), about('nowhere')).thenRefused('folder/not-found'));
  it('restores no folder that is there', () =>
    given(addedTo('manuals'))
      .when(restore('tractors'), about('tractors'))
      .thenRefused('folder/not-removed'));
  it('restores no folder by itself that went with its parent', () =>
    given(addedTo('attic'))
      .when(restore('boxes'), about('boxes'))
      .thenRefused('folder/not-removed'));
  it('restores no folder twice', () =>
    given(addedTo('manuals'), removedFrom('manuals'), restoredTo('manuals'))
      .when(restore('tractors'), about('tractors'))
      .thenRefused('folder/not-removed'));
  it('is refused while the folder that it lay in is removed', () =>
    given(addedTo('boxes'), removedFrom('boxes'))
      .when(restore('lid'), about('lid'))
      .thenRefused('folder/parent-removed'));
});

describe('a place in the tree', () => {
  const lookup = (id: string) => nodes.get(id);
  it('counts levels from the root', () =>
    expect([null, 'manuals', 'engines', 'level50'].map((id) => depthOf(lookup, id))).toEqual([
      0, 1, 3, 50,
    ]));
  it('has no level where nobody can see it', () =>
    expect(['nowhere', 'attic', 'boxes'].map((id) => depthOf(lookup, id))).toEqual(
      Array(3).fill(undefined),
    ));
  it('is inside itself and what it lies in, and nothing else', () => {
    expect(isInside(lookup, 'engines', 'engines')).toBe(true);
    expect(isInside(lookup, 'engines', 'manuals')).toBe(true);
    expect(isInside(lookup, 'manuals', 'engines')).toBe(false);
    expect(isInside(lookup, null, 'manuals')).toBe(false);
  });
});
