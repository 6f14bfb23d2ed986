import { randomBytes } from 'node:crypto';
import { turnMarkKey } from '@feusa/platform/telemetry/mark';
import type { Logger } from 'pino';
import type { Pool } from 'pg';

const LOOKED_AT_MS = 10 * 60_000;
const FORGET = `delete from auth.mark_keys where day < (now() at time zone 'utc')::date`;
const MAKE = `insert into auth.mark_keys values ((now() at time zone 'utc')::date, $1)
  on conflict do nothing`;
const FIND = `select key from auth.mark_keys where day = (now() at time zone 'utc')::date`;

/** Begins the day's key where there is none yet, forgets those before, and answers with it. */
export async function keyOfToday(pool: Pool): Promise<Buffer> {
  await pool.query(FORGET);
  await pool.query(MAKE, [randomBytes(32)]);
  const { rows } = await pool.query<{ key: Buffer }>(FIND);
  return rows[0]?.key ?? keyOfToday(pool);
}

/**
 * Has the marks in the log made with one key a day for all services. A key is deleted with its day, so
 * that the lines of a person who is erased tell of nobody from the next day on.
 */
export async function openMarkKey(
  pool: Pool,
  log: Pick<Logger, 'warn'>,
): Promise<{ close(): void }> {
  const turn = async () => turnMarkKey(await keyOfToday(pool));
  await turn();
  const timer = setInterval(
    () => void turn().catch((err: unknown) => log.warn({ err }, 'key of marks not turned')),
    LOOKED_AT_MS,
  ).unref();
  return { close: () => clearInterval(timer) };
}
