import { openPool } from '@feusa/platform/postgres/pool';
import { StartFault } from '@feusa/platform/start-fault';
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
  const pool = await openOwner(config, given);
  // The connection has the lock until it ends, also where this process is killed.
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ isFree: boolean }>(ALONE);
    if (!rows[0]?.isFree) throw new StartFault(TURNING);
    return await work();
  } finally {
    client.release(true);
    await pool.end();
  }
}

const ALONE = `select pg_try_advisory_lock(hashtext('feusa-turn-key')) as "isFree"`;
const TURNING =
  'A key is being turned by another `npm run turn-key`. Wait until it ends; nothing was changed by this one.';

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
