import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const run = promisify(execFile);

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'feusa-left-over-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const NOBODY = 999_999_999;

it('is given up where it does not end', async () => {
  // Its number stays, as nobody asks how it ended.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
  try {
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
    await writeFile(join(dir, 'engine.pid'), `${pid} ${NOBODY}\n`);
    await writeFile(join(dir, 'ps'), `#!/bin/sh\necho "D ${dir}"\n`, { mode: 0o755 });
    const code = `
      const { endLeftOver } = await import(${JSON.stringify(import.meta.resolve('./left-over.ts'))});
      await endLeftOver(${JSON.stringify(dir)}, 100).catch((fault) => console.log(String(fault)));`;
    const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code];
    const env = { ...process.env, PATH: `${dir}:${process.env['PATH']}` };
    const { stdout } = await run(process.execPath, args, { env, timeout: 20_000 });
    expect(stdout.trim()).toBe(
      `StartFault: The engine in ${dir}, process ${pid}, was killed and does not end.`,
    );
  } finally {
    parent.kill('SIGKILL');
  }
});
