import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';

it('a process whose service was killed does not go on for itself', async () => {
  const files = ['test-orphan.mjs', 'test-endless.ts'];
  const [orphan, endless] = files.map((name) => path.join(import.meta.dirname, name));
  const { stdout } = await promisify(execFile)(process.execPath, [orphan!, endless!]).catch(
    (killed: { stdout: string }) => killed,
  );
  const pid = Number(stdout);
  expect(pid).toBeGreaterThan(0);
  await poll(() => isRunning(pid)).toBe(false);
});

/** One that has ended and was not asked how is none. */
async function isRunning(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return text !== '' && !/\) [ZX] /.test(text);
}
