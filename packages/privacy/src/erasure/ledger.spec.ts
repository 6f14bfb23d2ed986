import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { StartFault } from '@feusa/platform/start-fault';
import { openLedger } from './ledger.js';

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-ledger-'));
  file = path.join(dir, 'erasures.ndjson');
});
afterEach(() => rm(dir, { recursive: true }));

const one = { stream: 'employee-1', at: '2026-01-02T00:00:00.000Z' };
const two = { stream: 'user-2', at: '2026-01-03T00:00:00.000Z' };

it('keeps each erasure once, with its first time, for its owner alone', async () => {
  const ledger = openLedger(dir);
  expect(await ledger.entries()).toEqual([]);
  await ledger.add([two, one, two]);
  await ledger.add([{ ...one, at: '2026-02-01T00:00:00.000Z' }]);
  expect(await openLedger(dir).entries()).toEqual([one, two]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('goes on after a line that was cut off', async () => {
  const ledger = openLedger(dir);
  await ledger.add([one]);
  await appendFile(file, '{"stream":"user-2","a');
  expect(await ledger.entries()).toEqual([one]);
  await ledger.add([two]);
  expect(await ledger.entries()).toEqual([one, two]);
  expect(await readFile(file, 'utf8')).not.toContain('"a{');
});

it('says what is no ledger', async () => {
  await writeFile(file, 'Ann Miller\n');
  await expect(openLedger(dir).entries()).rejects.toThrow(StartFault);
});
