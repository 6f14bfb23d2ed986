import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { isMissing } from './contract.js';
import { openEngine } from './open-engine.js';

const run = promisify(execFile);

((await isMissing('redis')) ? describe.skip : describe)(
  'the life of an engine and of the process that opened it',
  () => {
    let dir: string;
    const stops: (() => unknown)[] = [];

    beforeEach(async () => {
      dir = await mkdtemp(join(tmpdir(), 'feusa-engine-life-'));
    });
    afterEach(async () => {
      for (const stop of stops.splice(0)) await stop();
      await rm(dir, { recursive: true, force: true });
    });

    const open = async () => {
      const engine = await openEngine('redis', { dir });
      stops.push(() => engine.stop());
      return engine;
    };

    /** Another process with an engine on the same directory. */
    const openElsewhere = async () => {
      const code = `
      const { openEngine } = await import(${JSON.stringify(import.meta.resolve('./open-engine.ts'))});
      const engine = await openEngine('redis', { dir: ${JSON.stringify(dir)} });
      process.on('SIGTERM', () => process.exit());
      setInterval(() => {}, 1000);
      console.log(engine.pid);`;
      const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      stops.push(() => child.kill('SIGKILL'));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const pid = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
      return { pid, end: (signal: NodeJS.Signals) => (child.kill(signal), ended) };
    };

    const isGone = (pid: number) =>
      waitFor(async () => expect(await runs(pid)).toBe(false), 20_000);

    it.each(['SIGKILL', 'SIGTERM'] as const)('ends with a process that %s ends', async (signal) => {
      const other = await openElsewhere();
      expect(await runs(other.pid)).toBe(true);
      await other.end(signal);
      await isGone(other.pid);
    });

    it('is ended at the next start where even its guard was killed', async () => {
      const other = await openElsewhere();
      process.kill(await guardOf(other.pid), 'SIGKILL');
      await other.end('SIGKILL');
      expect(await runs(other.pid)).toBe(true);
      const engine = await open();
      await isGone(other.pid);
      expect(engine.pid).not.toBe(other.pid);
    });

    it('is not taken from a process that lives', async () => {
      const other = await openElsewhere();
      await expect(open()).rejects.toThrow(/in use by process \d+/);
      expect(await runs(other.pid)).toBe(true);
    });

    it('leaves another process alone that has got its number', async () => {
      const engine = await open();
      const stranger = spawn('sleep', ['60']);
      stops.push(() => stranger.kill());
      await engine.stop();
      await run('sh', ['-c', `echo "${stranger.pid} 1" > "$1/engine.pid"`, 'sh', dir]);
      await open();
      expect(await runs(stranger.pid!)).toBe(true);
    });

    it('is not reached by Ctrl-C in our terminal, and has no guard after its end', async () => {
      const engine = await open();
      const guard = await guardOf(engine.pid!);
      const group = async (pid: number) =>
        (await run('ps', ['-o', 'pgid=', '-p', `${pid}`])).stdout;
      expect(await group(engine.pid!)).not.toBe(await group(process.pid));
      await engine.stop();
      await isGone(guard);
    });

    it('says that its port is taken', async () => {
      const { port } = await open();
      const taken = openEngine('redis', { dir: join(dir, 'second'), port });
      await expect(taken).rejects.toThrow(`cannot use port ${port}`);
    });
  },
);

/** Not where only its number is left, until somebody asks how it ended. */
const runs = async (pid: number) => {
  const { stdout } = await run('ps', ['-o', 'stat=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  return stdout !== '' && !stdout.startsWith('Z');
};

const guardOf = async (pid: number) => {
  const { stdout } = await run('ps', ['-ww', '-eo', 'pid=,args=']);
  const line = stdout.split('\n').find((each) => each.endsWith(`engine-guard ${pid}`));
  expect(line).toBeDefined();
  return parseInt(line!, 10);
};
