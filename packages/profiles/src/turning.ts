import { openPool } from '@feusa/platform/postgres/pool';
import { withLock } from '@feusa/platform/postgres/session';
import { masterKeyOf, openMasterKeys } from '@feusa/privacy/subject-keys/master-key';
import type { Pool } from 'pg';
import { openAsOwner } from './access.js';
import type { Config } from './config.js';

/** Connections of the owner of the tables. @throws StartFault */
export async function openOwner(config: Config, given: string): Promise<Pool> {
  const url = await openAsOwner({ url: given, ownerUrl: config.DATABASE_OWNER_URL });
  return openPool({ url, max: 2, name: 'turn-key' });
}

/** Turns a key where nobody else turns one of this database. @throws StartFault */
export async function turnAlone<T>(
  config: Config,
  given: string,
  work: () => Promise<T>,
): Promise<T> {
  const url = await openAsOwner({ url: given, ownerUrl: config.DATABASE_OWNER_URL });
  return withLock(url, ALONE, work);
}

const ALONE = {
  name: 'feusa-turn-key',
  busy: 'A key is being turned by another `npm run turn-key`. Wait until it ends; nothing was changed by this one.',
};

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
