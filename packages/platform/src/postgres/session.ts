import pg from 'pg';

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
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, options });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
