import type { EventStore } from '@feusa/event-log/store/port';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { logTables } from '@feusa/event-log/store/schema';
import { keysTables } from '@feusa/privacy/subject-keys/schema';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { migrate } from '@feusa/platform/postgres/migrate';
import { openPool } from '@feusa/platform/postgres/pool';
import type pg from 'pg';
import { freshDatabase } from './database.js';

export interface TestLog {
  /** `postgresql://` address, as superuser. */
  readonly url: string;
  /** The role that services act as. */
  readonly role: string;
  /** Connections that act as the services do. */
  readonly pool: pg.Pool;
  /** Connections of the owner of the tables, whom no grant holds back. */
  readonly owner: pg.Pool;
  readonly store: EventStore;
  /** A store with connections of its own, as another process has. */
  another(): EventStore;
  close(): Promise<void>;
}

/** What runs as a superuser: statements with their values, each of which must change something. */
export type Statements = readonly (readonly [text: string, ...values: unknown[]])[];

/** What `then` finds after the statements of a superuser who has turned every trigger off; all is taken back. */
export async function tamperedWith<T>(
  { owner }: TestLog,
  statements: Statements,
  then: (connection: pg.Pool) => Promise<T>,
): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const [text, ...values] of statements) {
      const { rowCount } = await client.query(text, values);
      if (!rowCount) throw new Error(`nothing was changed by ${text}`);
    }
    return await then(client as unknown as pg.Pool);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** An empty event log in a database of its own. */
export async function openTestLog(): Promise<TestLog> {
  const { url, drop } = await freshDatabase();
  const [role] = await migrate(url, [logTables, keysTables]);
  if (!role) throw new Error('the server for tests must let its user make roles');
  const pools: pg.Pool[] = [];
  const storeOn = (own: pg.Pool) => openPostgresEventStore(own, testKeys(own));
  const connect = (as?: string) => {
    const pool = openPool({ url, max: 4, name: 'test', ...(as && { role: as }) });
    pools.push(pool);
    return pool;
  };
  const pool = connect(role);
  return {
    url,
    role,
    pool,
    owner: connect(),
    store: storeOn(pool),
    another: () => storeOn(connect(role)),
    async close() {
      await Promise.all(pools.map((each) => each.end()));
      await drop();
    },
  };
}
