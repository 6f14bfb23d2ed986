import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartFault } from '../start-fault.js';
import type { Binaries } from './binaries.js';
import type { OsUser } from './os-user.js';

/** Starts PostgreSQL's programs as the right user. */
export interface Runner {
  /** To whom files made for PostgreSQL must belong; `undefined` where they are ours anyway. */
  user: OsUser | undefined;
  start(file: string, args: string[], options: SpawnOptions): ChildProcess;
}

/**
 * @param parent the existing folder that holds the data directory
 * @throws StartFault where the user can reach neither the programs nor the data.
 */
export const openRunner = async (
  user: OsUser | undefined,
  binaries: Binaries,
  parent: string,
): Promise<Runner> => {
  if (!user) return { user, start: (file, args, options) => spawn(file, args, confined(options)) };
  if (await canReach(user, binaries, parent))
    return { user, start: (file, args, options) => spawn(file, args, confined(options, user)) };
  for (const capability of ['+dac_read_search', '+dac_override']) {
    const prefix = throughDirectories(user, capability);
    if (await works([...prefix, '/bin/sh', '-c', 'exec "$0" -V', binaries.postgres]))
      return {
        user,
        start: (file, args, options) =>
          spawn('setpriv', [...prefix, file, ...args], confined(options)),
      };
  }
  throw new StartFault(
    `PostgreSQL runs as user ${user.uid}, who cannot reach ${parent} or ${binaries.native}: ` +
      'set FEUSA_DATA_DIR to a directory that others may enter, or start as an ordinary user.',
  );
};

/** In bytes. What a statement has used is kept for the next one: the C library would give it back, and take it again. */
const KEPT = {
  MALLOC_TRIM_THRESHOLD_: String(4 << 20),
  MALLOC_MMAP_THRESHOLD_: String(1 << 20),
  MALLOC_TOP_PAD_: String(256 << 10),
};

/** None of our environment: it holds passwords, and PG* variables would change PostgreSQL's mind. */
const confined = (options: SpawnOptions, user?: OsUser): SpawnOptions => ({
  ...options,
  ...user,
  cwd: '/',
  env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...KEPT, ...options.env },
});

/** no_setuid_fixup: without it access(2), which PostgreSQL asks, ignores the capability. */
const throughDirectories = ({ uid, gid }: OsUser, capability: string) => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  `--inh-caps=-all,${capability}`,
  `--ambient-caps=-all,${capability}`,
  '--securebits=+no_setuid_fixup',
];

/** Through a shell: setpriv itself still has all of root's rights when it executes a program. */
const works = (command: string[]) =>
  promisify(execFile)('setpriv', command, { cwd: '/' }).then(
    () => true,
    () => false,
  );

const canReach = async (user: OsUser, { native, postgres }: Binaries, parent: string) => {
  const needed = [postgres, join(native, 'lib', 'postgresql'), join(native, 'share'), parent];
  const allowed = await Promise.all(
    needed.flatMap(withParents).map((path) => mayEnter(user, path)),
  );
  return allowed.every(Boolean);
};

const withParents = (path: string): string[] =>
  path === dirname(path) ? [path] : [path, ...withParents(dirname(path))];

const mayEnter = async ({ uid, gid }: OsUser, path: string) => {
  const entry = await stat(path);
  if (entry.uid === uid) return (entry.mode & 0o100) !== 0;
  if (entry.gid === gid) return (entry.mode & 0o010) !== 0;
  return (entry.mode & 0o001) !== 0;
};
