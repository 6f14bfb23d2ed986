import type { Pool } from 'pg';

const names = (name: string) => ({ next: `${name} next`, before: `${name} before ` });

/** Writes the secret that is turned to, so that every process knows it; goes on where that was done. */
export async function publishSecret(
  pool: Pick<Pool, 'query'>,
  name: string,
  value: string,
): Promise<void> {
  const text = 'insert into auth.secrets (name, value) values ($1, $2) on conflict do nothing';
  await pool.query(text, [names(name).next, value]);
}

/** Has it take the place of the one before, which counts until it is swept. In one statement, once. */
export async function turnSecret(pool: Pick<Pool, 'query'>, name: string): Promise<boolean> {
  const { next, before } = names(name);
  const text = `with turned as (delete from auth.secrets where name = $2 returning value), kept as (
      insert into auth.secrets (name, value)
      select $3 || to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), s.value
      from auth.secrets s, turned where s.name = $1
    ) update auth.secrets s set value = turned.value from turned where s.name = $1`;
  return (await pool.query(text, [name, next, before])).rowCount === 1;
}
