import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { KeptPages } from './kept-pages.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-pages-'));
});
afterEach(() => rm(dir, { recursive: true }));

const PAGE = Buffer.alloc(100, 'x');
const used = (name: string, at: number) => utimes(path.join(dir, name), at, at);

it('keeps a page', async () => {
  const pages = new KeptPages(dir);
  await pages.keep('a', PAGE);
  expect(await pages.read('a')).toEqual(PAGE);
  expect(await pages.read('b')).toBeUndefined();
});

it('lets those go that were not asked for the longest', async () => {
  const pages = new KeptPages(dir, 250);
  for (const name of ['a', 'b']) await pages.keep(name, PAGE);
  for (const name of ['a', 'b']) await used(name, 1000);
  await pages.read('a');
  await pages.keep('c', PAGE);
  expect((await readdir(dir)).toSorted()).toEqual(['a', 'c']);
});

it('counts what an earlier run has left', async () => {
  const before = new KeptPages(dir);
  for (const name of ['a', 'b', 'c']) await before.keep(name, PAGE);
  for (const [index, name] of ['a', 'b', 'c'].entries()) await used(name, 1000 + index);
  await new KeptPages(dir, 250).keep('d', PAGE);
  expect((await readdir(dir)).toSorted()).toEqual(['c', 'd']);
});

it('does without a directory that cannot be written', async () => {
  const pages = new KeptPages('/dev/null/pages', 250);
  await pages.keep('a', PAGE);
  expect(await pages.read('a')).toBeUndefined();
});
