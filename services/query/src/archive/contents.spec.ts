import { describe, expect, it } from '@jest/globals';
import { archiveBounds } from '@feusa/contracts/bounds';
import type { Blobs } from '@feusa/files/blobs/port';
import type { DocRow, FolderRow } from '../read-model/rows.js';
import type { ContentSource } from '../read-model/source.js';
import { entriesOf } from './contents.js';

const base = {
  version: 1,
  addedAt: '2026-11-21T08:00:00.000Z',
  removedAt: null,
  removedBy: null,
  purgedAt: null,
  acknowledgement: null,
};
const folder = (id: string, parentId: string | null, name: string): FolderRow => ({
  ...{ id, parentId, name, access: null },
  ...base,
});
const file = (id: string, folderId: string, name: string, size = 1): DocRow => ({
  ...{
    id,
    folderId,
    name,
    size,
    kind: 'file',
    fileVersion: 1,
    addedBy: 'ann',
    changedBy: 'ann',
    changedAt: base.addedAt,
    blob: id,
    link: null,
    mediaType: 'text/plain',
  },
  ...base,
});
const link = (id: string, folderId: string, name: string, address: string): DocRow => ({
  ...file(id, folderId, name),
  ...{ kind: 'link', blob: null, size: null, mediaType: null, link: address },
});

const blobs = {} as Blobs;
const sourceOf = (folders: FolderRow[], docs: DocRow[]) =>
  ({
    children: (id: string | null) =>
      Promise.resolve(folders.filter(({ parentId }) => parentId === id)),
    docs: (id: string) => Promise.resolve(docs.filter(({ folderId }) => folderId === id)),
  }) as unknown as ContentSource;
const manuals = folder('a', null, 'Manuals');

describe('what is packed', () => {
  it('has the names of the folder tree; twins are numbered, links are shortcuts', async () => {
    const folders = [folder('b', 'a', 'Tractors'), folder('c', 'b', 'Old/new'), manuals];
    const docs = [
      file('1', 'a', 'Plan.pdf'),
      file('2', 'a', 'plan.pdf'),
      file('3', 'c', 'Oil.txt'),
      link('4', 'b', 'Prices: all', 'https://dealer.example/prices?q=ü'),
      file('5', 'x', 'elsewhere.txt'),
    ];
    const wanted = { folders: [manuals], docs: [] };
    const entries = await entriesOf(wanted, sourceOf(folders, docs), blobs);
    expect(entries.map(({ name }) => name)).toEqual([
      'Manuals/',
      'Manuals/Tractors/',
      'Manuals/plan.pdf',
      'Manuals/Plan (2).pdf',
      'Manuals/Tractors/Old_new/',
      'Manuals/Tractors/Prices_ all.url',
      'Manuals/Tractors/Old_new/Oil.txt',
    ]);
    const shortcut = entries.find(({ name }) => name.endsWith('.url'))!;
    const chunks: Buffer[] = [];
    for await (const chunk of await shortcut.content()) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    expect(text).toBe('[InternetShortcut]\r\nURL=https://dealer.example/prices?q=%C3%BC\r\n');
    expect(shortcut.size).toBe(text.length);
  });

  it.each([
    ['bytes', [file('1', 'a', 'a', 40 * 1024 ** 3), file('2', 'a', 'b', 40 * 1024 ** 3)]],
    [
      'entries',
      Array.from({ length: archiveBounds.entries.value }, (_, n) => file(`${n}`, 'a', `${n}`)),
    ],
  ])('is refused where it has too many %s', async (_what, docs) => {
    const packed = entriesOf({ folders: [manuals], docs: [] }, sourceOf([], docs), blobs);
    await expect(packed).rejects.toMatchObject({ code: 'archive/too-large', status: 413 });
  });
});
