import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const engines = ['kafkajs', 'ioredis', '@opensearch-project/opensearch', '@aws-sdk/client-s3'];

async function sourcesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => path.join(parentPath, name));
}

it('what the standalone profile runs never imports an engine of the distributed one', async () => {
  const folders = ['packages/adapters/src', 'packages/http/src', 'services'];
  const files = (await Promise.all(folders.map(sourcesBelow))).flat();
  expect(files.length).toBeGreaterThan(100);
  for (const file of files.filter((each) => !each.includes('node_modules'))) {
    const text = await readFile(file, 'utf8');
    const found = engines.filter((engine) =>
      new RegExp(`from '${engine}|import\\('${engine}`).test(text),
    );
    expect([path.relative(root, file), found]).toEqual([path.relative(root, file), []]);
  }
});
