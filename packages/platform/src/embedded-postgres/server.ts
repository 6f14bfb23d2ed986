import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ensureDatabase, urlOf } from './address.js';
import { findBinaries } from './binaries.js';
import { makeParent, prepareDirectory } from './data-directory.js';
import { holdInstanceLock } from './instance-lock.js';
import { userFor } from './os-user.js';
import { endPostmaster } from './postmaster.js';
import { openRunner } from './runner.js';
import { isOutage } from '../unavailable.js';
import type { Settings } from './settings.js';
import { adoptOrStart } from './start.js';
import { supervise, type Reports } from './supervisor.js';

export interface EmbeddedPostgresOptions extends Reports {
  /** The data directory of PostgreSQL itself, for example ./data/postgres; made where missing. */
  dir: string;
  /** Added to, or in place of, our own settings. */
  settings?: Settings;
}

export interface EmbeddedPostgres {
  /** `postgresql://` address of the database `feusa` as superuser; it stays the same until `stop`. */
  url: string;
  /** Whether the server was already running, left behind by a process that was killed. */
  adopted: boolean;
  /** Ends the server within 9 s, also an adopted or a dead one. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Runs a real PostgreSQL in a directory of its own on a free loopback port, and keeps it running.
 * @throws StartFault with one sentence for the operator where it cannot
 */
export const openEmbeddedPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> => {
  const binaries = await findBinaries();
  await makeParent(resolve(options.dir));
  const parent = await realpath(dirname(resolve(options.dir)));
  const dir = join(parent, basename(options.dir));
  const runner = await openRunner(await userFor(dir), binaries, parent);
  const password = await prepareDirectory(dir, binaries, runner);
  const launch = { dir, binaries, runner, password, settings: options.settings ?? {} };
  const { postmaster, adopted } = await adoptOrStart(launch);
  const address = { port: postmaster.port, password };
  try {
    const release = await holdInstanceLock(address, dir).catch((fault: unknown) => {
      if (adopted && isOutage(fault)) return undefined;
      throw fault;
    });
    // Whoever had the server has ended it while we waited for them.
    if (!release) return await openEmbeddedPostgres(options);
    await ensureDatabase(address);
    const end = supervise(launch, postmaster, options);
    return { url: urlOf(address), adopted, stop: () => release().then(end) };
  } catch (error) {
    if (!adopted) await endPostmaster(postmaster);
    throw error;
  }
};
