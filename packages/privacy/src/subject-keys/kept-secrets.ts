import type { Pool } from 'pg';
import type { MasterKeys } from './master-keys.js';

/**
 * A secret of 32 bytes by its name, made from the master key where it is asked for the first time, and the same
 * ever after, whatever becomes of that.
 */
export type KeptSecret = (name: string, make: (masterKey: Buffer) => Buffer) => Promise<Buffer>;

/** Beside the keys of people, wrapped as these are; `pool` belongs to the caller. */
export function openKeptSecrets(pool: Pick<Pool, 'query'>, keys: MasterKeys): KeptSecret {
  const kept = async (name: string) => {
    const text = 'select wrapped from keys.derived where name = $1';
    const [row] = (await pool.query<{ wrapped: Buffer }>(text, [name])).rows;
    return row && keys.unwrap(row.wrapped, name);
  };
  return async (name, make) => {
    const known = await kept(name);
    if (known) return known;
    const text = 'insert into keys.derived (name, wrapped) values ($1, $2) on conflict do nothing';
    await pool.query(text, [name, keys.wrap(make(keys.current), name)]);
    return (await kept(name))!;
  };
}
