import { beforeEach, describe, expect, it } from '@jest/globals';
import { AccessModel } from '../access/access-model.js';
import type { ReadDatabase } from '../read-model/database.js';
import type { FolderRow } from '../read-model/rows.js';
import { FolderTree } from './folder-tree.js';

const folder = (id: string, parentId: string | null = null, removedAt: string | null = null) =>
  ({ ...{ id, name: `Folder ${id}`, parentId, access: null, removedAt } }) as unknown as FolderRow;

let access: AccessModel;
let tree: FolderTree;
const put = (...rows: FolderRow[]) => rows.forEach((row) => access.take(`folder-${row.id}`, row));
beforeEach(() => {
  access = new AccessModel();
  tree = new FolderTree(access);
  put(folder('top'), folder('middle', 'top'), folder('leaf', 'middle'));
});

describe('path', () => {
  it('leads from the top to the folder, by the names of now', () => {
    put({ ...folder('middle', 'top'), name: 'Renamed' });
    expect(tree.path('leaf')).toEqual([
      { id: 'top', name: 'Folder top' },
      { id: 'middle', name: 'Renamed' },
      { id: 'leaf', name: 'Folder leaf' },
    ]);
    expect(tree.path(null)).toEqual([]);
  });

  it('leads nowhere where one of them is gone', () => {
    put(folder('top', null, '2026-01-01'));
    expect(tree.path('leaf')).toBeUndefined();
    expect(tree.path('unknown')).toBeUndefined();
  });
});

describe('hidden', () => {
  it('follows what is removed, moved and brought back', () => {
    expect(tree.hidden()).toEqual([]);
    put(folder('middle', 'top', '2026-01-01'));
    expect(tree.hidden()).toEqual(['middle', 'leaf']);
    put(folder('leaf', 'top'));
    expect(tree.hidden()).toEqual(['middle']);
    put(folder('middle', 'top'));
    expect(tree.hidden()).toEqual([]);
  });
});

it('knows all that lies below', () => {
  expect(tree.below(['middle'])).toEqual(['middle', 'leaf']);
});

/** A database whose rows come when they are let. */
function slowDatabase(nodes: readonly unknown[][]) {
  let give: () => void = () => undefined;
  const given = new Promise<void>((settle) => (give = settle));
  const query = async () => {
    await given;
    return [{ nodes: JSON.stringify(nodes) }];
  };
  const database = { schema: 'read', source: { query }, where: () => Promise.resolve([]) };
  return { database: database as unknown as ReadDatabase, give };
}

it('goes on with what was known until all is read anew', async () => {
  const { database, give } = slowDatabase([
    ['other', null, null, false, 'Other'],
    ['gone', 'other', null, true, 'Gone'],
  ]);
  expect(tree.hidden()).toEqual([]);
  const loaded = access.load(database);
  expect(tree.path('leaf')).toHaveLength(3);
  give();
  await loaded;
  expect(tree.path('leaf')).toBeUndefined();
  expect(tree.path('other')).toEqual([{ id: 'other', name: 'Other' }]);
  expect(tree.hidden()).toEqual(['gone']);
});
