import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** A random secret of this installation, made at first use and the same ever after; 32 bytes in hex. */
export async function secretOf(pool: Pool, name: string): Promise<string> {
  await pool.query('insert into auth.secrets (name, value) values ($1, $2) on conflict do nothing', [
    name,
    randomBytes(32).toString('hex'),
  ]);
  const { rows } = await pool.query<{ value: string }>(
    'select value from auth.secrets where name = $1',
    [name],
  );
  return rows[0]!.value;
}
