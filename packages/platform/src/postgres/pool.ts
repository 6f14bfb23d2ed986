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
  /** A connection is waited for as long as at the start, however long the pool has been open. */
  readonly patient?: boolean;
  readonly onError?: (fault: Error) => void;
}

/** How long a request may wait for a connection, ms. */
const ANSWERED_MS = 3000;
/** While a service starts nobody waits for it, and it is busy itself: given up, it would begin anew. */
const STARTED_MS = 30_000;

/** A pool whose lost connections are reported, never thrown, and whose waits are bounded. */
export function openPool({ url, max, name, role, patient, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: `feusa-${name}`,
    connectionTimeoutMillis: STARTED_MS,
    statement_timeout: 30_000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 5000,
    keepAlive: true,
    ...(role && { options: `-c role=${role}` }),
  });
  const hurry = () => (pool.options.connectionTimeoutMillis = ANSWERED_MS);
  if (!patient) setTimeout(hurry, STARTED_MS).unref();
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
