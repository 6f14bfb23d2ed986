import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tableOfBounds } from '@feusa/contracts/bounds-table';
import { picture } from './picture.js';

export const root = path.resolve(import.meta.dirname, '../../..');

/** A part of a document that is made from the code, between two comments with its name. */
interface Generated {
  readonly file: string;
  make(): Promise<string> | string;
}

const generated = {
  bounds: { file: 'docs/operations.md', make: tableOfBounds },
  picture: { file: 'CONTRIBUTING.md', make: () => picture(root) },
} satisfies Record<string, Generated>;

export type GeneratedName = keyof typeof generated;

const partOf = (name: GeneratedName) =>
  new RegExp(`(<!-- ${name} -->\\n\\n)([^]*?)(\\n\\n<!-- end of ${name} -->)`);

/** What the document holds, and what the code makes. */
export async function compareGenerated(name: GeneratedName) {
  const { file, make } = generated[name];
  const text = await readFile(path.join(root, file), 'utf8');
  return { found: partOf(name).exec(text)?.[2], made: await make() };
}

export async function writeGenerated(name: GeneratedName): Promise<void> {
  const { file, make } = generated[name];
  const [text, made] = [await readFile(path.join(root, file), 'utf8'), await make()];
  const part = (_: string, before: string, _old: string, after: string) => before + made + after;
  await writeFile(path.join(root, file), text.replace(partOf(name), part));
}
