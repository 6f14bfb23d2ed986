import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig, settingNames, type Config } from '@feusa/adapters/config';
import { bounds } from '@feusa/contracts/bounds';
import { tableOfBounds } from '@feusa/contracts/bounds-table';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

it('the table of bounds says what the code holds: npm run bounds', async () => {
  const text = await readFile(path.join(root, 'docs/operations.md'), 'utf8');
  const found = /<!-- bounds -->\n\n([^]*?)\n\n<!-- end of bounds -->/.exec(text)?.[1];
  expect(found).toBe(tableOfBounds());
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
