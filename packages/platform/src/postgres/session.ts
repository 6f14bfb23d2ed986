import pg from 'pg';
import { StartFault } from '../start-fault.js';

/**
 * Does work on one connection, which is ended after it. Where the connection is lost, the statement that is
 * under way or comes next rejects, and nothing else happens: a client without a listener ends the process.
 * @param options settings of the session, as `-c role=name`
 */
export async function inSession<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options?: string,
): Promise<T> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true },
    options,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface SessionLock {
  readonly name: string;
  /** What to say where another process has it. */
  readonly busy: string;
}

/**
 * Does work that one process may do at a time on a database. Its connection has the lock until it ends, also where
 * this process is killed.
 * @throws StartFault where another process does it
 */
export function withLock<T>(
  url: string,
  { name, busy }: SessionLock,
  work: () => Promise<T>,
): Promise<T> {
  return inSession(url, async (client) => {
    const text = 'select pg_try_advisory_lock(hashtext($1)) as "isFree"';
    const { rows } = await client.query<{ isFree: boolean }>(text, [name]);
    if (!rows[0]?.isFree) throw new StartFault(busy);
    return work();
  });
}
