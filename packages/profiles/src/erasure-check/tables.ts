import { openPool } from '@feusa/platform/postgres/pool';
import type { SearchedValues } from './searched-values.js';

/** The tables that have one of these texts: every row of every table of every schema is read. */
export async function tablesWith(url: string, { values }: SearchedValues): Promise<string[]> {
  const pool = openPool({ url, max: 1, name: 'erasure-check' });
  try {
    await pool.query('set statement_timeout = 0');
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const text = `select from ${name} t, unnest($1::text[]) v
        where strpos(lower(t::text), lower(v)) > 0 limit 1`;
      if ((await pool.query(text, [values])).rowCount) found.push(name);
    }
    return found;
  } finally {
    await pool.end();
  }
}
