import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { filesWith } from './files.js';
import { SearchedValues } from './searched-values.js';

it('finds what is in files and in their names, and takes no missing directory for a clean one', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-check-'));
  await writeFile(path.join(dir, 'letter'), 'Dear MARIA,');
  await writeFile(path.join(dir, 'maria.txt'), '');
  await writeFile(path.join(dir, 'other'), 'Mario');
  const wanted = new SearchedValues(['Maria']);
  expect((await filesWith(dir, wanted)).sort()).toEqual(['letter', 'maria.txt']);
  await rm(dir, { recursive: true });
  await expect(filesWith(dir, wanted)).rejects.toThrow('ENOENT');
});
