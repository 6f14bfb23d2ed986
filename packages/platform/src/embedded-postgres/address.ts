import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';

export const SUPERUSER = 'postgres';
export const DATABASE = 'feusa';

/** Where a server of ours is reached. */
export interface Address {
  port: number;
  password: string;
}

export const urlOf = ({ port, password }: Address): string =>
  `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`;

/** Opens one connection as superuser; the caller ends it. Rejects where the server is not ready. */
export const connect = async (address: Address, database = 'postgres'): Promise<pg.Client> => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: address.port,
    user: SUPERUSER,
    password: address.password,
    database,
    ssl: false,
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};

/** Invalid password. */
const REFUSED = '28P01';

/** What a server at an address says to our password: that it serves this directory, no to it, or else. */
export type Greeting = 'ours' | 'refused' | 'none';

export const greeting = async (address: Address, dir: string): Promise<Greeting> => {
  try {
    return (await serves(await connect(address), dir)) ? 'ours' : 'none';
  } catch (fault) {
    return (fault as { code?: string }).code === REFUSED ? 'refused' : 'none';
  }
};

const serves = async (client: pg.Client, dir: string) => {
  try {
    const { rows } = await client.query<{ dir: string }>(
      "select current_setting('data_directory') as dir",
    );
    return rows[0]?.dir === dir;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Creates the product's database on the first start. */
export const ensureDatabase = async (address: Address): Promise<void> => {
  const client = await connect(address);
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
};

/** A port that was free a moment ago; whoever takes it must be ready to ask again. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
