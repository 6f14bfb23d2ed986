import type { Pool } from 'pg';

/** In bytes, for the whole log. */
export interface Sizes {
  readonly text: number;
  readonly table: number;
  readonly indexes: readonly { readonly name: string; readonly bytes: number }[];
  readonly tiles: number;
}

export async function sizesOf(pool: Pool): Promise<Sizes> {
  const one = async (text: string) =>
    Number((await pool.query<{ bytes: string }>(`select (${text}) as bytes`)).rows[0]?.bytes);
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes
     from pg_index where indrelid = 'log.events'::regclass order by 2 desc`,
  );
  return {
    text: await one('select sum(octet_length(bytes)) from log.events'),
    table: await one(`pg_table_size('log.events')`),
    indexes: rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) })),
    tiles: await one(`pg_total_relation_size('transparency.tiles')`),
  };
}
