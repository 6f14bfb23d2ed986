import { createHash } from 'node:crypto';
import { erasingEvents } from '@feusa/contracts/erasing-events';
import type { Pool, PoolClient } from 'pg';
import type { Head, LogRecord } from '@feusa/event-log/store/port';
import { ALL_REFERENCES } from '@feusa/files/uploads/references';
import {
  CONSTRAINT_TABLES,
  type Cut,
  type ReadModelPrint,
  type ReadModelTables,
  type TablePrint,
} from './port.js';

const PAGE = 1000;
let opened = 0;

/** The rows of a statement in pages, through a cursor of the transaction that is open. */
async function* pages<Row>(client: PoolClient, text: string): AsyncGenerator<readonly Row[]> {
  const name = `backup_${++opened}`;
  await client.query(`declare ${name} no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await client.query(`fetch ${PAGE} from ${name}`);
    if (rows.length === 0) break;
    yield rows as Row[];
  }
  await client.query(`close ${name}`);
}

const RECORDS = `select position, bytes, encode(hash, 'hex') as hash, stream, version, type, actor, at
  from log.events order by position`;

/** Holds a snapshot of the database, and reads whole tables through cursors; others write on meanwhile. */
export async function openCut(pool: Pool): Promise<Cut> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // A slow disk at the other end is no reason to lose the snapshot.
    await client.query(`set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'`);
    const { rows } = await client.query<Head & { masterKey: string }>(
      'select position, hash, fingerprint as "masterKey" from log.head, keys.master',
    );
    return cutOf(client, rows[0]!);
  } catch (fault) {
    client.release(true);
    throw fault;
  }
}

function cutOf(client: PoolClient, { masterKey, ...head }: Head & { masterKey: string }): Cut {
  return {
    ...{ head, masterKey },
    records: () => records(client),
    async *blobs() {
      for await (const page of pages<{ blob: string }>(client, ALL_REFERENCES))
        yield page.map(({ blob }) => blob);
    },
    rows: (table) => texts(client, `select to_jsonb(t)::text as row from ${table} t order by 1`),
    constraintTables: () => printsOf(client, 'log', CONSTRAINT_TABLES),
    readModel: (of) => readModel(client, of),
    async close() {
      await client.query('rollback');
      client.release();
    },
  };
}

async function* records(client: PoolClient): AsyncGenerator<readonly LogRecord[]> {
  type Row = Omit<LogRecord, 'index'> & LogRecord['index'];
  for await (const page of pages<Row>(client, RECORDS))
    yield page.map(({ position, bytes, hash, ...index }) => ({ position, bytes, hash, index }));
}

async function* texts(client: PoolClient, text: string): AsyncGenerator<readonly string[]> {
  for await (const page of pages<{ row: string }>(client, text)) yield page.map(({ row }) => row);
}

async function readModel(
  client: PoolClient,
  { schema, tables }: ReadModelTables,
): Promise<ReadModelPrint | undefined> {
  const { rows: found } = await client.query(`select to_regclass($1) is not null as there`, [
    `${schema}.checkpoints`,
  ]);
  if (!(found[0] as { there: boolean }).there) return undefined;
  const { rows } = await client.query<{ position: number }>(
    `select max(position) as position from "${schema}".checkpoints`,
  );
  const position = rows[0]?.position ?? 0;
  if (await erasedSince(client, position)) return undefined;
  return { position, tables: await printsOf(client, schema, tables) };
}

async function erasedSince(client: PoolClient, position: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from log.events where position > $1 and type = any($2) limit 1',
    [position, [...erasingEvents]],
  );
  return rowCount !== 0;
}

async function printsOf(client: PoolClient, schema: string, tables: readonly string[]) {
  const prints: TablePrint[] = [];
  for (const table of tables) prints.push(await printOf(client, schema, table));
  return prints;
}

async function printOf(client: PoolClient, schema: string, table: string): Promise<TablePrint> {
  const sha256 = createHash('sha256');
  let rows = 0;
  const text = `select to_jsonb(t)::text as row from "${schema}"."${table}" t order by id`;
  for await (const page of texts(client, text)) {
    for (const row of page) sha256.update(row).update('\n');
    rows += page.length;
  }
  return { table, rows, sha256: sha256.digest('hex') };
}
