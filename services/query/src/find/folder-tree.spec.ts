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
function slowDatabase(nodes: readonly unknown[][], isRestricted = false) {
  let give: () => void = () => undefined;
  const given = new Promise<void>((settle) => (give = settle));
  const query = async () => {
    await given;
    return [{ nodes: JSON.stringify(nodes) }];
  };
  const database = {
    ...{ schema: 'read', source: { query }, where: () => Promise.resolve([]) },
    isRestricted: () => Promise.resolve(isRestricted),
  };
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

describe('a start', () => {
  const stored = [['top', null, null, false, 'Top']];
  beforeEach(() => {
    access = new AccessModel();
    tree = new FolderTree(access);
  });

  it('reads no folder where all are open, until somebody asks', async () => {
    const { database, give } = slowDatabase(stored);
    await access.load(database);
    put(folder('early', 'top'));
    expect([...access.folders()]).toEqual([]);
    give();
    await access.whole(database);
    expect(tree.path('top')).toEqual([{ id: 'top', name: 'Top' }]);
    put(folder('later', 'top'));
    expect(tree.path('later')).toHaveLength(2);
  });

  it('misses nothing that changes while they are read', async () => {
    const { database, give } = slowDatabase(stored);
    await access.load(database);
    const first = access.whole(database);
    const second = access.whole(database);
    put(folder('meanwhile', 'top'));
    give();
    await Promise.all([first, second]);
    expect(tree.path('meanwhile')).toHaveLength(2);
    await access.load(database);
    expect(tree.path('top')).toHaveLength(1);
  });

  it('restricts nothing ahead of the change that does', async () => {
    const closed = [['top', null, { read: [], manage: [] }, false, 'Top']];
    const { database, give } = slowDatabase(closed);
    await access.load(database);
    give();
    await access.whole(database);
    expect(access.isOpen).toBe(true);
    put({ ...folder('top'), access: { read: [], manage: [] } });
    expect(access.sightOf({ id: 'somebody', role: 'basic' }).reads('top')).toBe(false);
  });

  it('reads all where one is restricted', async () => {
    const { database, give } = slowDatabase(
      [...stored, ['closed', 'top', { read: [], manage: [] }, false, 'Closed']],
      true,
    );
    give();
    await access.load(database);
    expect(access.sightOf({ id: 'somebody', role: 'basic' }).reads('closed')).toBe(false);
    expect(tree.path('closed')).toHaveLength(2);
  });

  it('asks again where they could not be read', async () => {
    const { database, give } = slowDatabase(stored);
    await access.load(database);
    const broken = {
      ...{ schema: 'read', source: { query: () => Promise.reject(new Error('away')) } },
    } as unknown as ReadDatabase;
    await expect(access.whole(broken)).rejects.toThrow('away');
    give();
    await access.whole(database);
    expect(tree.path('top')).toHaveLength(1);
  });
});
