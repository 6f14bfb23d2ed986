import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../../..');

/** A change of one source file; a mutant has one of each. */
export interface Patch {
  /** From the root of the repository. */
  readonly file: string;
  /** Each text, which must be there exactly once, with what takes its place. */
  readonly edits: readonly (readonly [text: string, instead: string])[];
}

/** The product with a fault built in, which the suite must find. */
export interface Mutant {
  readonly name: string;
  /** What it does wrong. */
  readonly wrong: string;
  readonly patches: readonly Patch[];
  /** Run as the owner of the database before the product starts. */
  readonly sql?: string;
  /** The scenario that must fail. */
  readonly scenario: string;
  /** What one of its violations must say. */
  readonly found: RegExp;
}

/** Builds the mutant's files in the place of the product's, and notes which. @throws where they are no longer as they were */
export const pluginOf = ({ name, patches }: Mutant, built: Set<string>): Plugin => ({
  name: `mutant ${name}`,
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: absolute }) => {
      const patch = patches.find(({ file }) => path.join(root, file) === absolute);
      if (!patch) return undefined;
      built.add(patch.file);
      return { contents: await patched(patch, name), loader: 'ts' };
    });
  },
});

/** The text of the file with the fault in it. @throws where it is no longer as it was */
export async function patched({ file, edits }: Patch, name: string): Promise<string> {
  const source = await readFile(path.join(root, file), 'utf8');
  return edits.reduce((text, [from, to]) => {
    const [before, after, ...more] = text.split(from);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`mutant ${name} does not fit ${file} any more: ${from}`);
    }
    return before + to + after;
  }, source);
}
