import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { root } from './generated.js';

/** A spec by the end of its path, and perhaps the name of one of its tests. */
const NAMED = /`([\w./-]+\.spec\.ts)`(?: “([^”]+)”)?/g;
const ROW = /^\| [\d.]+ +\| .*\*\*(Met|Partly|Not met)\.\*\*/gm;
const places = ['infra', 'packages', 'services', 'tests', 'tools', 'web'];

let text: string;
let files: string[];
beforeAll(async () => {
  text = await readFile(path.join(root, 'docs/security.md'), 'utf8');
  const found = places.map(async (place) => {
    const entries = await readdir(path.join(root, place), { recursive: true });
    return entries.map((entry) => `${place}/${entry}`);
  });
  const all = (await Promise.all(found)).flat();
  files = all.filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules'));
});

const filesOf = (name: string) => files.filter((file) => file.endsWith(`/${name}`));

it('every spec that security.md names is there, once', () => {
  const names = [...text.matchAll(NAMED)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => filesOf(name).length !== 1)).toEqual([]);
});

it('every test that security.md names is in its spec', async () => {
  const missing: string[] = [];
  for (const [, name = '', test] of text.matchAll(NAMED)) {
    const [file] = filesOf(name);
    if (test === undefined || file === undefined) continue;
    const spec = await readFile(path.join(root, file), 'utf8');
    if (!spec.includes(test)) missing.push(`${name}: ${test}`);
  }
  expect(missing).toEqual([]);
});

it('security.md counts its answers', () => {
  const answers = [...text.matchAll(ROW)].map(([, answer]) => answer);
  const countOf = (wanted: string) => answers.filter((answer) => answer === wanted).length;
  expect(text).toContain(
    `Of ${answers.length} requirements that apply, ${countOf('Met')} are met, ` +
      `${countOf('Partly')} partly and ${countOf('Not met')} not.`,
  );
});
