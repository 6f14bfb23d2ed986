import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readConfig, settingNames, type Config } from '@feusa/profiles/config';
import { bounds } from '@feusa/contracts/bounds';
import { expect, it } from '@jest/globals';
import { compareGenerated, root } from './generated.js';

it('the table of bounds says what the code holds: npm run bounds', async () => {
  const { found, made } = await compareGenerated('bounds');
  expect(found).toBe(made);
});

it('a bound that a setting changes is the default of that setting', () => {
  const defaults = readConfig({});
  const set = bounds.filter(({ setting }) => setting !== undefined);
  expect(set.length).toBeGreaterThan(0);
  for (const { setting, value } of set) {
    expect(settingNames).toContain(setting);
    expect([setting, defaults[setting as keyof Config]]).toEqual([setting, value]);
  }
});

/** Where callers come in. */
const doors = [
  'packages/contracts',
  'packages/http',
  'services/command',
  'services/query',
  'services/gateway',
];
const LITERAL =
  /const (?:\w+_)?(?:MAX|MOST|LIMIT|LONGEST)(?:_\w+)? = [\d_* ]+;|(?:\bmax: |(?<!Math)\.max\()[\d_* ]+/g;
/** What is in the table already, and what nobody who asks can reach. */
const inside = [
  'contracts/src/live-bounds.ts',
  'http/src/lag.ts',
  'command/src/uploads/file-name.ts',
  'command/src/write-model.ts',
  'query/src/errors/list-errors.ts',
  'query/src/consistency/row-drift.ts',
  'query/src/folders/cache.ts',
  'query/src/folders/folders.controller.ts',
  'query/src/read-model/rows-ahead.ts',
  'query/src/read-model/views.ts',
];

it.each(doors)('%s has its bounds from the table', async (door) => {
  const src = path.join(root, door, 'src');
  const files = await readdir(src, { recursive: true });
  const found: string[] = [];
  for (const file of files) {
    const name = path.join(path.basename(door), 'src', file);
    if (!/\.ts$/.test(file) || /spec\.ts$|(^|\/)test-/.test(file) || inside.includes(name))
      continue;
    const text = await readFile(path.join(src, file), 'utf8');
    for (const [literal] of text.matchAll(LITERAL)) found.push(`${name}: ${literal}`);
  }
  expect(found).toEqual([]);
});
