import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TreeFolder } from '@feusa/contracts/views';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { frozen } from './plan.js';
import { planFiles } from './plan-files.js';
import { presentFolder, type Present, type PresentFolder } from './present.js';
import { scan } from './scan.js';

let home: string;
let dir: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-plan-'));
  dir = path.join(home, 'Share');
  await mkdir(dir);
});
afterEach(() => rm(home, { recursive: true }));

const put = async (name: string, content: string | Buffer = 'text') => {
  await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
  await writeFile(path.join(dir, name), content);
};

const emptyRoot: PresentFolder = {
  ...{ id: null, depth: 0 },
  ...{ folders: new Map(), files: new Map(), links: new Set() },
};
const plan = async (folder = emptyRoot, maxBytes = 1e6) => {
  const present = { treePosition: '7' } as Present;
  return frozen(await planFiles(await scan(dir), { present, folder, maxBytes }));
};
const treeFolder = (name: string, more: Partial<TreeFolder> = {}) =>
  ({ id: `id of ${name}`, name, timestamp: 1, folders: [], docs: [], ...more }) as TreeFolder;
const doc = (name: string, size: number) => ({ type: 'doc', name, size }) as never;
const rootWith = (...folders: TreeFolder[]): PresentFolder => ({
  ...emptyRoot,
  folders: presentFolder(treeFolder('', { folders }), 0).folders,
});

describe('an empty installation', () => {
  it('gets the folders of the directory, parents first, and their files', async () => {
    await put('Manuals/Tractors/a.txt');
    await put('Manuals/b.txt');
    await mkdir(path.join(dir, 'Empty'));
    const { folders, files, known, refused } = await plan();
    expect(folders.map(({ path }) => path)).toEqual(['Empty', 'Manuals', 'Manuals/Tractors']);
    expect(files).toMatchObject([
      { path: 'Manuals/b.txt', folder: 'Manuals', size: 4 },
      { path: 'Manuals/Tractors/a.txt', folder: 'Manuals/Tractors' },
    ]);
    expect([known, refused]).toEqual([[['', null]], []]);
  });

  it('gets loose files in a folder named like the directory, since the root holds folders only', async () => {
    await put('loose.txt');
    await put('Share/inside.txt');
    const { folders, files } = await plan();
    expect(folders.map(({ path }) => path)).toEqual(['Share']);
    expect(files.map(({ path }) => path)).toEqual(['Share/loose.txt', 'Share/inside.txt']);
  });
});

describe('what is there already', () => {
  const manuals = treeFolder('Manuals', { docs: [doc('a.txt', 4), doc('b.txt', 99)] });

  it('is left alone; a file of the same name and another size is refused', async () => {
    await put('Manuals/a.txt');
    await put('Manuals/b.txt');
    await put('Manuals/c.txt');
    const { folders, files, known, present, refused } = await plan(rootWith(manuals));
    expect(folders).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual(['Manuals/c.txt']);
    expect(known).toContainEqual(['Manuals', 'id of Manuals']);
    expect(present).toEqual({ folders: 1, files: 1 });
    expect(refused).toEqual([
      {
        path: 'Manuals/b.txt',
        reason: 'a file of this name and another size is there already',
      },
    ]);
  });

  it('is refused where it is of another kind', async () => {
    const link = { type: 'link', name: 'c.txt' } as never;
    const there = treeFolder('Manuals', {
      docs: [link, doc('Old', 4)],
      folders: [treeFolder('d')],
    });
    await put('Manuals/c.txt');
    await put('Manuals/Old/e.txt');
    await put('Manuals/d');
    const { folders, files, refused } = await plan(rootWith(there));
    expect([folders, files]).toEqual([[], []]);
    expect(refused.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      'Manuals/Old/: a file of this name is there already (with 1 file in it)',
      'Manuals/c.txt: a link of this name is there already',
      'Manuals/d: a folder of this name is there already',
    ]);
  });

  it('is known by its letters, however they are written', async () => {
    await put('Pièces/é.txt'.normalize('NFD'));
    const there = treeFolder('Pièces'.normalize('NFC'), {
      docs: [doc('é.txt'.normalize('NFC'), 4)],
    });
    const { folders, files, present } = await plan(rootWith(there));
    expect([folders, files, present]).toEqual([[], [], { folders: 1, files: 1 }]);
  });

  it('counts by the oldest of several folders with one name', async () => {
    await put('Manuals/a.txt');
    const twin = { ...manuals, id: 'a twin', timestamp: 2, docs: [] };
    const { known } = await plan(rootWith(twin, manuals));
    expect(known).toContainEqual(['Manuals', 'id of Manuals']);
  });
});

it('refuses what cannot be taken, each with its reason, and leaves hidden things out', async () => {
  const long = 'L'.repeat(51);
  await put(`${long}/a.txt`);
  await put(`${long}/deeper/b.txt`);
  await put('X/empty.txt', '');
  await put('X/run.bat');
  await put('X/program', Buffer.from('\x7fELF\x02'));
  await put('X/large.txt', 'x'.repeat(2000));
  await put('X/.git/config');
  await put('X/.DS_Store');
  await put('X/tab\tname.txt');
  await put('X/tabname.txt', 'other');
  await mkdir(path.join(dir, ' X '));
  await symlink('empty.txt', path.join(dir, 'X/link'));
  const { files, refused, hidden } = await plan(emptyRoot, 1000);
  expect(files.map(({ path, size }) => [path, size])).toEqual([['X/tabname.txt', 5]]);
  expect(hidden).toEqual(['X/.DS_Store', 'X/.git/']);
  expect(refused.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
    ' X /: another folder here is named X too',
    `${long}/: Too Long! 51 characters, 50 at most (with 2 files in it)`,
    'X/empty.txt: The file is empty',
    'X/large.txt: The file is larger than 0 MB',
    'X/link: a symbolic link; links are not followed',
    'X/program: This file type is not allowed',
    'X/run.bat: This file type is not allowed',
    'X/tab\tname.txt: another file here is named tabname.txt too',
  ]);
});

it('refuses what would be nested too deep in its target', async () => {
  await put('a/b/c/file.txt');
  const { folders, refused } = await plan({ ...emptyRoot, id: 'target', depth: 48 });
  expect(folders.map(({ path }) => path)).toEqual(['a', 'a/b']);
  expect(refused).toMatchObject([
    { path: 'a/b/c/', reason: 'Folders can be nested 50 deep (with 1 file in it)' },
  ]);
});

it('cannot be changed', async () => {
  await put('Manuals/a.txt');
  const { files, known } = await plan();
  expect(() => (files as unknown[]).pop()).toThrow(TypeError);
  expect(() => ((files[0] as { size: number }).size = 0)).toThrow(TypeError);
  expect(() => (known as unknown[]).push(1)).toThrow(TypeError);
});

it('a directory that is missing or a file is one message', async () => {
  await put('file.txt');
  await expect(scan(path.join(dir, 'none'))).rejects.toThrow(/none does not exist$/);
  await expect(scan(path.join(dir, 'file.txt'))).rejects.toThrow(/is not a directory$/);
});
