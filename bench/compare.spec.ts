import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isCost, ratiosIn, worse } from './compare.js';

it('reads every ratio of the committed report', async () => {
  const report = await readFile(path.join(import.meta.dirname, '../docs/performance.md'), 'utf8');
  const ratios = ratiosIn(report);
  expect(ratios.size).toBeGreaterThan(20);
  for (const name of ['commands, 64 at once', 'one person', 'start on this data, ms'])
    expect([name, ratios.get(name)]).toEqual([name, expect.any(Number)]);
  const costs = [...ratios.keys()].filter(isCost);
  expect(costs).toEqual([
    'cores for commands, 1 at once',
    'cores for commands, 16 at once',
    'cores for commands, 64 at once',
    'command to screen, 1 watching',
    'command to screen, 200 watching',
    'everybody in one answer',
    'memory after it all, MiB',
    'start on this data, ms',
  ]);
});

it('says what is worse by more than a tenth, by which way is better, the worst first', () => {
  const before = new Map([
    ['one person', 0.5],
    ['a folder of 1,000', 0.5],
    ['start on this data, ms', 1],
    ['memory after it all, MiB', 1],
    ['what was measured once', 1],
  ]);
  const now = new Map([
    ['one person', 0.25],
    ['a folder of 1,000', 0.46],
    ['start on this data, ms', 1.2],
    ['memory after it all, MiB', 0.5],
    ['what is new', 0.1],
  ]);
  expect(worse(before, now)).toEqual([
    'one person: 0.5 then, 0.25 now, 100 % worse',
    'start on this data, ms: 1 then, 1.2 now, 20 % worse',
  ]);
  expect(worse(before, before)).toEqual([]);
});
