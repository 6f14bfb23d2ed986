import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import { DATABASE_URL } from './database.js';
import { leftOvers, removeLeftOver } from './left-overs.js';
import { scratchPlace } from './scratch.js';

const PREFIX = 'feusa-test-postgres-';
const quiet = () => undefined;

/** What tests kill is at most this server: its disk need not survive a power cut. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };

/**
 * Starts one PostgreSQL for all test files, in a directory that is removed afterwards.
 * With FEUSA_TEST_DATABASE_URL (a superuser's) that server is used instead.
 * @returns the teardown
 */
export const setup = async (): Promise<() => Promise<void>> => {
  if (process.env[DATABASE_URL]) return () => Promise.resolve();
  await removeLeftovers();
  const home = await mkdtemp(join(await scratchPlace(), `${PREFIX}${process.pid}-`));
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
  for (const home of await leftOvers(PREFIX)) {
    const left = openEmbeddedPostgres({ dir: join(home, 'postgres'), log: quiet });
    await left.then((server) => server.stop()).catch(() => undefined);
    await removeLeftOver(home);
  }
};
