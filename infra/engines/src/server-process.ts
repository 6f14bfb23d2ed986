import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removePid, writePid } from './left-over.js';
import { giveWay } from './niceness.js';
import type { Command } from './recipe.js';

export interface ServerProcess {
  readonly pid: number;
  /** Settles when the process is gone; our own process stays for that. Never rejects. */
  ended(): Promise<void>;
  hasEnded(): boolean;
  signal(signal: NodeJS.Signals): void;
}

/** Where an engine writes what it has to say. */
export const logOf = (dir: string): string => join(dir, 'engine.log');

/**
 * Starts a server in a process group of its own, so that Ctrl-C reaches only us, who stop what uses the
 * server first. When we are killed the server is too.
 * @throws Error where the program does not run
 */
export const startProcess = async (command: Command, dir: string): Promise<ServerProcess> => {
  const out = openSync(logOf(dir), 'a', 0o600);
  const { file, args, niceness = 0 } = command;
  const child = spawn(file, args, { cwd: dir, detached: true, stdio: ['ignore', out, out] });
  closeSync(out);
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  const { pid } = child;
  if (!pid) return failed;
  failed.catch(() => undefined);
  giveWay(pid, niceness);
  writePid(dir, pid);
  const guard = startGuard(pid);
  let gone = false;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => {
    gone = true;
    guard.kill('SIGKILL');
    return removePid(dir);
  });
  child.unref();
  return {
    pid,
    ended: () => (child.ref(), ended),
    hasEnded: () => gone,
    signal: (signal) => void child.kill(signal),
  };
};

/** A shell that reads from us: the end of its input is the end of us. */
const startGuard = (pid: number): ChildProcess => {
  const script = 'read -r line; kill -9 "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'engine-guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  (guard.stdin as unknown as { unref(): void } | null)?.unref();
  guard.unref();
  return guard;
};

const PATIENCE = 20_000;

/** Asks the server to end, also one that was halted, and makes it end after 20 s. */
export const endProcess = async (server: ServerProcess): Promise<void> => {
  if (server.hasEnded()) return;
  server.signal('SIGTERM');
  server.signal('SIGCONT');
  const waiting = new AbortController();
  const timeout = sleep(PATIENCE, 'late', { signal: waiting.signal }).catch(() => undefined);
  if ((await Promise.race([server.ended(), timeout])) === 'late') server.signal('SIGKILL');
  await server.ended();
  waiting.abort();
};
