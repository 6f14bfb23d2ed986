import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** What PostgreSQL wrote about itself into its data directory. It is PostgreSQL's file: only read it. */
export interface PidFile {
  pid: number;
  port: number;
}

export const readPidFile = async (dir: string): Promise<PidFile | undefined> => {
  const lines = await readFile(join(dir, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port: port || 0 } : undefined;
};

/** Whether the process `pid` is a living server of `dir`, and not a dead one or another program. */
export const isServerOf = async (dir: string, pid: number): Promise<boolean> => {
  const args = await argumentsOf(pid);
  if (!args || basename(args[0] ?? '') !== 'postgres') return false;
  const at = args.indexOf('-D');
  return at < 0 || !(await differ(args[at + 1] ?? '', dir));
};

const argumentsOf = (pid: number) => (process.platform === 'linux' ? fromProc(pid) : fromPs(pid));

const fromProc = async (pid: number): Promise<string[] | undefined> => {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    if (/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))) return undefined;
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  } catch {
    return undefined;
  }
};

const fromPs = async (pid: number): Promise<string[] | undefined> => {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,args=', '-p', String(pid)]);
    const [state = '', ...args] = stdout.trim().split(/\s+/);
    return state.startsWith('Z') ? undefined : args;
  } catch {
    return undefined;
  }
};

/** Unsure (a directory that is no longer there) counts as the same: never start a second server. */
const differ = async (a: string, b: string) => {
  try {
    const [one, two] = await Promise.all([stat(a), stat(b)]);
    return one.ino !== two.ino || one.dev !== two.dev;
  } catch {
    return false;
  }
};
