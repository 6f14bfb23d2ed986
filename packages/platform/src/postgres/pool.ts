import pg from 'pg';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8) return Number;
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    return pg.types.getTypeParser(oid, format as 'text') as never;
  },
};

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly name: string;
  /** The database role to act as; left out, the role of the url. */
  readonly role?: string;
  readonly onError?: (fault: Error) => void;
}

/** A pool whose lost connections are reported, never thrown, and whose waits are bounded. */
export function openPool({ url, max, name, role, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: `feusa-${name}`,
    connectionTimeoutMillis: 3000,
    statement_timeout: 30_000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 5000,
    keepAlive: true,
    ...(role && { options: `-c role=${role}` }),
  });
  // Each client tells by itself: the pool would tell the same again, and the whole client with it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) =>
    client.on('error', (fault) => {
      // A server that stops is faster than a goodbye on its way.
      if (!pool.ending) onError?.(fault);
    }),
  );
  return pool;
}
