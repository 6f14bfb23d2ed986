import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '@feusa/platform/is-alive';
import { StartFault } from '@feusa/platform/start-fault';

const run = promisify(execFile);
const fileIn = (dir: string) => join(dir, 'engine.pid');

/** Notes which process serves a directory, and that it is ours. */
export const writePid = (dir: string, pid: number): void =>
  writeFileSync(fileIn(dir), `${pid} ${process.pid}\n`);

export const removePid = (dir: string): Promise<void> => rm(fileIn(dir), { force: true });

/**
 * Ends the engine that a killed process left running on a directory.
 * @throws StartFault where the process that started it still lives, or the engine does not end `within` ms
 */
export const endLeftOver = async (dir: string, within = 10_000): Promise<void> => {
  const text = await readFile(fileIn(dir), 'utf8').catch(() => '');
  const [pid, owner] = text.split(' ').map(Number);
  if (!pid || !owner || !(await serves(pid, dir))) return;
  if (owner !== process.pid && isAlive(owner))
    throw new StartFault(`The engine in ${dir} is in use by process ${owner}.`);
  process.kill(pid, 'SIGKILL');
  const until = performance.now() + within;
  while (isAlive(pid) && (await serves(pid, dir))) {
    if (performance.now() > until)
      throw new StartFault(`The engine in ${dir}, process ${pid}, was killed and does not end.`);
    await sleep(20);
  }
  await removePid(dir);
};

/** Whether a process is there and runs on this directory, and is not another one with its number. */
const serves = async (pid: number, dir: string) => {
  const { stdout } = await run('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  );
  return !stdout.startsWith('Z') && stdout.includes(dir);
};
