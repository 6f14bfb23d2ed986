import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY, LOOK_MS } from '@feusa/command/idempotency-secrets';
import type { Config } from '@feusa/profiles/config';
import { openOwner } from '@feusa/profiles/turning';

type Owner = Awaited<ReturnType<typeof openOwner>>;

/** Every process has looked by then. */
const SETTLED_MS = 3 * LOOK_MS;

const names = (name: string) => ({ next: `${name} next`, before: `${name} before ` });

/** Writes the secret that is turned to, so that every process knows it; goes on where that was done. */
async function publishSecret(pool: Owner, name: string, value: string): Promise<void> {
  const text = 'insert into auth.secrets (name, value) values ($1, $2) on conflict do nothing';
  await pool.query(text, [names(name).next, value]);
}

/** Has it take the place of the one before, which counts until it is swept. In one statement, once. */
async function turnSecret(pool: Owner, name: string): Promise<boolean> {
  const { next, before } = names(name);
  const text = `with turned as (delete from auth.secrets where name = $2 returning value), kept as (
      insert into auth.secrets (name, value)
      select $3 || to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), s.value
      from auth.secrets s, turned where s.name = $1
    ) update auth.secrets s set value = turned.value from turned where s.name = $1`;
  return (await pool.query(text, [name, next, before])).rowCount === 1;
}

/** Turns the secret by which the bodies of repeated commands are known again; answers of before still count. */
export async function turnIdempotency(
  config: Config,
  given: string,
  { print }: { readonly print: (line: string) => void },
): Promise<void> {
  const pool = await openOwner(config, given);
  try {
    await publishSecret(pool, IDEMPOTENCY, randomBytes(32).toString('hex'));
    await sleep(SETTLED_MS);
    await turnSecret(pool, IDEMPOTENCY);
    print(
      'The key is turned. The one before knows remembered answers for 8 days more, and is deleted then.',
    );
  } finally {
    await pool.end();
  }
}
