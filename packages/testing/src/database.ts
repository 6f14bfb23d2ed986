import { randomBytes } from 'node:crypto';
import { loginNameOf } from '@feusa/platform/postgres/login';
import { serviceRoles } from '@feusa/platform/postgres/roles';
import pg from 'pg';

/** The environment variable with the address of the server for tests. */
export const DATABASE_URL = 'FEUSA_TEST_DATABASE_URL';

export interface FreshDatabase {
  /** `postgresql://` address, as superuser. */
  url: string;
  /** Removes the database and cuts whoever is still connected to it. */
  drop(): Promise<void>;
}

/** Creates an empty database with a name of its own. @throws where no test server is set up. */
export const freshDatabase = async (): Promise<FreshDatabase> => {
  const server = process.env[DATABASE_URL];
  if (!server)
    throw new Error(`${DATABASE_URL} is not set: run this in the test project "integration".`);
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const drop = async () => {
    await run(server, `drop database if exists ${name} with (force)`);
    for (const role of serviceRoles)
      await run(server, `drop role if exists ${loginNameOf(name, role)}`);
  };
  return { url: url.href, drop };
};

const run = async (url: string, statement: string) => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
