import { describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '@feusa/contracts/events';
import { unknownActor } from '../read-model/actors.js';
import type { DocRow, FolderRow } from '../read-model/rows.js';
import type { ContentSource } from '../read-model/source.js';
import { TreeCache, wholeTree as treeOf } from './tree.js';

const wholeTree = (source: ContentSource) => treeOf(source, unknownActor);

const base = {
  version: 1,
  addedAt: '2026-11-21T08:00:00.000Z',
  removedAt: null,
  removedBy: null,
  purgedAt: null,
};
const folder = (id: string, parentId: string | null): FolderRow => ({
  ...{ id, parentId, name: `Name of ${id}`, access: null },
  ...base,
});
const link = (id: string, folderId: string): DocRow => ({
  ...{ id, folderId, name: `Name of ${id}`, kind: 'link', link: 'https://a.example/' },
  ...{ blob: null, size: null, mediaType: null, fileVersion: null, acknowledgement: null },
  ...{ addedBy: 'ann', changedBy: 'ann', changedAt: base.addedAt },
  ...base,
});
const sourceOf = (folders: FolderRow[], docs: DocRow[]) =>
  ({
    allFolders: () => Promise.resolve(folders),
    allDocs: () => Promise.resolve(docs),
  }) as unknown as ContentSource;

interface Node {
  readonly id: string;
  readonly path: string;
  readonly folders: readonly Node[];
  readonly docs: readonly { readonly id: string }[];
}
const parsed = (open: Buffer) => (JSON.parse(`${open.toString()}}`) as { folders: Node[] }).folders;

describe('the whole tree', () => {
  it('has each folder with what lies in it, by name, without what lies in removed ones', async () => {
    const folders = [folder('b', null), folder('a', null), folder('c', 'a'), folder('x', 'gone')];
    const [a, b] = parsed(
      await wholeTree(sourceOf(folders, [link('2', 'c'), link('1', 'c'), link('3', 'gone')])),
    );
    expect([a?.id, b?.id, b?.folders, b?.docs]).toEqual(['a', 'b', [], []]);
    expect(a?.folders[0]).toMatchObject({ id: 'c', path: '/a/c' });
    expect(a?.folders[0]?.docs.map(({ id }) => id)).toEqual(['1', '2']);
    expect(parsed(await wholeTree(sourceOf([], [])))).toEqual([]);
  });

  it('lets others have their turn while it is rendered, also where one folder has it all', async () => {
    const docs = Array.from({ length: 5000 }, (_, n) => link(String(n), 'a'));
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    let ended = false;
    const turn = () => void (!ended && (turns++, setImmediate(turn)));
    turn();
    const [a] = parsed(await wholeTree(sourceOf([folder('a', null)], docs)));
    ended = true;
    clearInterval(count);
    expect(a?.docs).toHaveLength(5000);
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});

describe('the tree that is kept', () => {
  const renamed = { event: { stream: 'folder-a' } as StoredEvent, row: folder('a', null) };
  const hired = { event: { stream: 'employee-a' } as StoredEvent, row: folder('a', null) };

  it('is made once for all who ask, and again after a change of what is in it', async () => {
    const trees = new TreeCache();
    let made = 0;
    const render = () => Promise.resolve(Buffer.from(String(++made)));
    const many = () => Promise.all(Array.from({ length: 20 }, () => trees.get(render)));
    await many();
    trees.changed([hired]);
    await many();
    expect(made).toBe(1);
    trees.changed([renamed]);
    expect(new Set((await many()).map(String))).toEqual(new Set(['2']));
  });

  it('is made by one at a time, and never older than who asks for it', async () => {
    const trees = new TreeCache();
    const waiting: ((bytes: Buffer) => void)[] = [];
    const render = () => new Promise<Buffer>((resolve) => waiting.push(resolve));
    const before = trees.get(render);
    trees.changed([renamed]);
    const after = [trees.get(render), trees.get(render)];
    expect(waiting).toHaveLength(1);
    waiting[0]!(Buffer.from('old'));
    expect(String(await before)).toBe('old');
    await new Promise(setImmediate);
    expect(waiting).toHaveLength(2);
    waiting[1]!(Buffer.from('new'));
    expect((await Promise.all(after)).map(String)).toEqual(['new', 'new']);
  });

  it('is asked for again after a failure', async () => {
    const trees = new TreeCache();
    await expect(trees.get(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(String(await trees.get(() => Promise.resolve(Buffer.from('well'))))).toBe('well');
  });
});
