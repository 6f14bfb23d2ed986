import { openPool } from '@feusa/platform/postgres/pool';
import { masterKeyOf, openMasterKeys } from '@feusa/privacy/subject-keys/master-key';
import type { Pool } from 'pg';
import { openAsOwner } from './access.js';
import { onceAtATime } from './alone.js';
import type { Config } from './config.js';

/** Connections of the owner of the tables. @throws StartFault */
export async function openOwner(config: Config, given: string): Promise<Pool> {
  return openPool({ url: await ownerUrl(config, given), max: 2, name: 'turn-key' });
}

/** Turns a key where nobody else turns one of this database. @throws StartFault */
export async function turnAlone<T>(
  config: Config,
  given: string,
  work: () => Promise<T>,
): Promise<T> {
  return onceAtATime(await ownerUrl(config, given), 'turn-key', work);
}

const ownerUrl = (config: Config, given: string) =>
  openAsOwner({ url: given, ownerUrl: config.DATABASE_OWNER_URL });

/** What the master key is turned by. @throws StartFault */
export async function openTurning(config: Config, given: string) {
  const pool = await openOwner(config, given);
  const close = () => pool.end();
  try {
    const { own } = await openMasterKeys(config, pool);
    /** Whether the key is in the data directory. */
    const isOurs = (await masterKeyOf(config)) === undefined;
    return { pool, own, isOurs, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}
