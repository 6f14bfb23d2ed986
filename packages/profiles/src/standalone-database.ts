import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@feusa/profiles/config';
import { findEmbeddedPostgres } from '@feusa/platform/embedded-postgres/find';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import { StartFault } from '@feusa/platform/start-fault';
import { refuseUnfinishedRestore } from './unfinished-restore.js';

export interface Database {
  readonly url: string;
  stop(): Promise<void>;
}

const nothing = () => Promise.resolve();
const directoryOf = ({ FEUSA_DATA_DIR }: Config) => path.resolve(FEUSA_DATA_DIR, 'postgres');

/** The database of the settings, else our own in the data directory. @throws StartFault */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: nothing };
  return openEmbeddedPostgres({ dir: directoryOf(config), log: (line) => console.log(line) });
}

/**
 * Works on the same database in a tool, which may run beside the product and never begins a database.
 * @throws StartFault where there is none, or a restore ended before it was whole
 */
export async function withDatabase<T>(
  config: Config,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const database = await joinDatabase(config);
  return work(database.url).finally(() => database.stop());
}

async function joinDatabase(config: Config): Promise<Database> {
  refuseUnfinishedRestore(config);
  const dir = directoryOf(config);
  if (!config.DATABASE_URL && !existsSync(dir))
    throw new StartFault(`There is no database in ${dir}: is FEUSA_DATA_DIR right?`);
  const running = config.DATABASE_URL ? undefined : await findEmbeddedPostgres(dir);
  return running ? { url: running, stop: nothing } : openDatabase(config);
}
