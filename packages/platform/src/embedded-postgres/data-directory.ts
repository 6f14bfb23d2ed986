import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OWN_FILE, ownDirectoryMode } from '../own-files.js';
import { isAlive } from '../is-alive.js';
import { StartFault } from '../start-fault.js';
import type { Binaries } from './binaries.js';
import { choosePassword, readPassword } from './password.js';
import { finished, reason } from './outcome.js';
import type { Runner } from './runner.js';

const run = promisify(execFile);

/** Makes the folder that holds the data directory. @throws StartFault where it cannot be written. */
export const makeParent = async (dir: string): Promise<void> => {
  const parent = dirname(dir);
  const probe = join(parent, `.${basename(dir)}.writable-${process.pid}`);
  try {
    await mkdir(parent, { recursive: true, mode: ownDirectoryMode(true) });
    await writeFile(probe, '', OWN_FILE);
    await rm(probe);
  } catch (error) {
    throw new StartFault(`The directory ${parent} cannot be written (${reason(error)}).`);
  }
};

/**
 * Makes the data directory where there is none, and returns the superuser's password.
 * @throws StartFault where the directory is another version's, is something else, or cannot be made.
 */
export const prepareDirectory = async (
  dir: string,
  binaries: Binaries,
  runner: Runner,
): Promise<string> => {
  await removeHalfMade(dir);
  if (await isEmpty(dir)) await initialise(dir, binaries, runner);
  await checkVersion(dir, binaries);
  await giveTo(runner, dir);
  return readPassword(dir);
};

const halfMade = (dir: string) => `.${basename(dir)}.new-`;

const isEmpty = async (dir: string) =>
  (
    await readdir(dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw new StartFault(`The directory ${dir} cannot be read (${reason(error)}).`);
    })
  ).length === 0;

/** Only a whole data directory gets its name, so that one that was interrupted is never used. */
const initialise = async (dir: string, binaries: Binaries, runner: Runner) => {
  const made = join(dirname(dir), `${halfMade(dir)}${process.pid}`);
  const secret = `${made}.password`;
  try {
    await mkdir(made, { mode: 0o700 });
    await writeFile(secret, await choosePassword(dir), { mode: 0o600 });
    if (runner.user)
      for (const path of [made, secret]) await chown(path, runner.user.uid, runner.user.gid);
    await initdb(made, secret, binaries, runner);
    await rename(made, dir);
    await persist(dirname(dir));
  } catch (error) {
    if (error instanceof StartFault || !(await isEmpty(dir))) throw error;
    throw new StartFault(`The database in ${dir} cannot be made (${reason(error)}).`);
  } finally {
    await rm(made, { recursive: true, force: true });
    await rm(secret, { force: true });
  }
};

const persist = async (folder: string) => {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
};

const initdb = async (made: string, secret: string, binaries: Binaries, runner: Runner) => {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', `--pwfile=${secret}`, '--auth=scram-sha-256'];
  const args = ['-D', made, '--encoding=UTF8', ...locale, ...access];
  const { code, output } = await finished(
    runner.start(binaries.initdb, args, { stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  if (code !== 0) throw new Error(faultOf(output));
};

const checkVersion = async (dir: string, binaries: Binaries) => {
  const found = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    throw new StartFault(`${dir} is not a PostgreSQL data directory (${reason(error)}).`);
  });
  const { stdout } = await run(binaries.postgres, ['-V']).catch((error: unknown) => {
    throw new StartFault(`The built-in PostgreSQL does not run on this system (${reason(error)}).`);
  });
  const ours = /(\d+)[.\w]*\s*$/.exec(stdout)?.[1];
  if (found.trim() !== ours)
    throw new StartFault(
      `The database in ${dir} was made by PostgreSQL ${found.trim()} and this is PostgreSQL ${ours}: ` +
        'dump it with the old version and load it into a new directory.',
    );
};

/** A copy or a backup brought back may belong to root or be open to others; PostgreSQL refuses both. */
const giveTo = async (runner: Runner, dir: string) => {
  const { uid, mode } = await stat(dir);
  if (runner.user && uid !== runner.user.uid)
    await run('chown', ['-R', `${runner.user.uid}:${runner.user.gid}`, dir]);
  if ((mode & 0o027) !== 0) await chmod(dir, 0o700);
};

const removeHalfMade = async (dir: string) => {
  for (const name of await readdir(dirname(dir))) {
    const pid = name.startsWith(halfMade(dir)) && parseInt(name.slice(halfMade(dir).length), 10);
    if (pid && (pid === process.pid || !isAlive(pid)))
      await rm(join(dirname(dir), name), { recursive: true, force: true });
  }
};

/** The fault that came first: what follows is only about tidying up. */
const faultOf = (output: string) =>
  /(?:FATAL|PANIC|error): +(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
