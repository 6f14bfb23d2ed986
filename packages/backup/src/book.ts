import type { Pool } from 'pg';

/** When the last whole backup was made, in ms; undefined for never. */
export async function lastBackup(pool: Pick<Pool, 'query'>): Promise<number | undefined> {
  const { rows } = await pool.query<{ at: string }>('select at from backup.last');
  return rows[0] && Date.parse(rows[0].at);
}

/** Remembers a whole backup, up to a position of the log. */
export async function rememberBackup(pool: Pick<Pool, 'query'>, position: number): Promise<void> {
  const text = `insert into backup.last (at, position) values (now(), $1)
    on conflict (one) do update set at = excluded.at, position = excluded.position`;
  await pool.query(text, [position]);
}
