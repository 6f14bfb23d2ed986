import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Everybody uses these. */
const ground = ['contracts', 'platform'];

interface Workspace {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Which workspaces of the product use which, as a Mermaid flowchart in Markdown. */
export async function picture(root: string): Promise<string> {
  const folders = ['packages', 'services'].map((name) => path.join(root, name));
  const groups = await Promise.all(folders.map(workspacesIn));
  const shown = groups.flat().map(({ name }) => name);
  const arrows = groups.flat().flatMap(({ name, dependencies = {} }) => {
    const used = Object.keys(dependencies).map(short);
    return used.filter((each) => shown.includes(each)).map((each) => `  ${name} --> ${each}`);
  });
  return ['```mermaid', 'flowchart LR', ...arrows.sort(), '```'].join('\n');
}

async function workspacesIn(folder: string): Promise<Workspace[]> {
  const names = await readdir(folder);
  const texts = names.map((name) => readFile(path.join(folder, name, 'package.json'), 'utf8'));
  const found = (await Promise.all(texts)).map((text) => JSON.parse(text) as Workspace);
  return found
    .map((each) => ({ ...each, name: short(each.name) }))
    .filter(({ name }) => name !== 'testing' && !ground.includes(name));
}

const short = (name: string) => name.replace('@feusa/', '');
