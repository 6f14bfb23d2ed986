import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { openLog } from './log-file.js';
import { isServerOf, readPidFile } from './pid-file.js';
import type { Runner } from './runner.js';
import { serverArguments, type Settings } from './settings.js';

/** A running server of a data directory, started by us or found. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Settles once the process has ended, however it ended. */
  ended: Promise<void>;
  /** Whether `pid` is still this server's, and not another program's by now. */
  alive(): Promise<boolean>;
}

export interface Launch {
  dir: string;
  binaries: Binaries;
  runner: Runner;
  settings: Settings;
  /** The superuser's. */
  password: string;
}

/** Starts a server in a session of its own, so that Ctrl-C does not end it before its clients. */
export const spawnPostmaster = async (launch: Launch, port: number): Promise<Postmaster> => {
  const { dir, binaries, runner, settings } = launch;
  const log = openLog(dir);
  try {
    const child = runner.start(binaries.postgres, serverArguments(dir, port, settings), {
      detached: true,
      stdio: ['ignore', log, log],
      env: await pastForeignPid(dir),
    });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.unref();
    const alive = () =>
      Promise.resolve(child.pid !== undefined && child.exitCode === null && !child.signalCode);
    return { pid: child.pid ?? 0, port, ended, alive };
  } finally {
    closeSync(log);
  }
};

/**
 * After a crash the process id in postmaster.pid may belong to another program of the same user, or
 * to a dead process that nobody reaps, and PostgreSQL would refuse to start. It ignores the id that
 * pg_ctl names here as its own caller's, and still looks at its shared memory; so the file can stay.
 */
const pastForeignPid = async (dir: string): Promise<NodeJS.ProcessEnv> => {
  const found = await readPidFile(dir);
  return found && !(await isServerOf(dir, found.pid))
    ? { PG_GRANDPARENT_PID: String(found.pid) }
    : {};
};

/** Watches a server that another process started, whose end we are not told. */
export const foundPostmaster = (pid: number, port: number, dir: string): Postmaster => {
  const alive = () => isServerOf(dir, pid);
  const end = async () => {
    while (await alive()) await sleep(200, undefined, { ref: false });
  };
  return { pid, port, alive, ended: end() };
};

/** Ends a server: in order within 8 s, else at once, with recovery at the next start. Never rejects. */
export const endPostmaster = async ({ pid, ended, alive }: Postmaster): Promise<void> => {
  const steps = [
    ['SIGINT', 8000],
    ['SIGQUIT', 700],
    ['SIGKILL', 300],
  ] as const;
  for (const [signal, wait] of steps) {
    if (!(await alive())) return;
    send(pid, signal);
    if (await endsWithin(ended, wait)) return;
  }
};

/** Begins an orderly end without waiting for it, from where nothing can be awaited. */
export const interrupt = ({ pid }: Postmaster): void => send(pid, 'SIGINT');

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended by itself
  }
};

const endsWithin = async (ended: Promise<void>, ms: number) => {
  const timer = new AbortController();
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  const done = await Promise.race([ended.then(() => true), late]);
  timer.abort();
  return done;
};
