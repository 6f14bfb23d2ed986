import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import { DATABASE_URL } from './database.js';
import { leftOvers, removeLeftOver } from './left-overs.js';

const PREFIX = 'feusa-test-postgres-';
const MEMORY = '/dev/shm';
/** More than the databases of a run take at any time, in bytes. */
const PLENTY = 4 * 2 ** 30;
const quiet = () => undefined;

/** What tests kill is at most this server: its disk need not survive a power cut. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '150' };

/** Memory where there is plenty, as a database is hundreds of files to make and to remove; else a disk. */
const place = async (): Promise<string> => {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > PLENTY ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
};

/**
 * Starts one PostgreSQL for all test files, in a directory that is removed afterwards.
 * With FEUSA_TEST_DATABASE_URL (a superuser's) that server is used instead.
 * @returns the teardown
 */
export const setup = async (): Promise<() => Promise<void>> => {
  if (process.env[DATABASE_URL]) return () => Promise.resolve();
  await removeLeftovers();
  const home = await mkdtemp(join(await place(), `${PREFIX}${process.pid}-`));
  const server = await openEmbeddedPostgres({
    dir: join(home, 'postgres'),
    log: quiet,
    settings,
  });
  process.env[DATABASE_URL] = server.url;
  return async () => {
    delete process.env[DATABASE_URL];
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
};

/** A test run that was killed could stop nothing: its server goes on until here. */
const removeLeftovers = async () => {
  for (const home of await leftOvers(PREFIX, [tmpdir(), MEMORY])) {
    const left = openEmbeddedPostgres({ dir: join(home, 'postgres'), log: quiet });
    await left.then((server) => server.stop()).catch(() => undefined);
    await removeLeftOver(home);
  }
};
