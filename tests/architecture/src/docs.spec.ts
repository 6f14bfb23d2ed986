import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && file !== 'CHANGELOG.md' && existsSync(path.join(root, file)));

const FOLDERS = 'bench|docs|infra|packages|scripts|services|tests|tools|web';

/** What a document names by its whole path, and where its links lead. */
function namedIn(file: string): string[] {
  const text = read(file);
  const paths = [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[\\w./-]*[\\w-])/?\``, 'g'))];
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)];
  return [
    ...paths.map(([, named]) => named!),
    ...links.map(([, link]) => path.join(path.dirname(file), link!)),
  ];
}

it('what documents name is there', () => {
  const missing = documents.flatMap((file) =>
    namedIn(file)
      .filter((named) => !existsSync(path.join(root, named)))
      .map((named) => `${file}: ${named}`),
  );
  expect(missing).toEqual([]);
});

it('a folder is added through 25 files at most, each of them named once', () => {
  const [, click = ''] = read('docs/walkthrough.md').split(/^## /m);
  const files = [...click.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file!);
  expect(click.split('\n')[0]).toBe(`The click: ${files.length} files`);
  expect(files.length).toBeLessThanOrEqual(25);
  expect(new Set(files).size).toBe(files.length);
});

it('the glossary has thirty terms, in the order of the alphabet', () => {
  const terms = [...read('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*/gm)].map(
    ([, term]) => term!,
  );
  expect(terms).toHaveLength(30);
  expect(terms).toEqual(terms.toSorted((one, other) => one.localeCompare(other, 'en')));
});
