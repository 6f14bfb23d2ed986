import type { Pool, PoolClient } from 'pg';
import { StartFault } from '@feusa/platform/start-fault';
import { inTransaction } from '@feusa/platform/postgres/transaction';
import { decrypt, encrypt } from './cipher.js';
import {
  ABOUT,
  fingerprintOf,
  idOf,
  MasterKeys,
  shortName,
  stateIn,
  type MasterState,
} from './master-keys.js';

const BATCH = 500;

/** Everything that is wrapped with the master key. */
const TABLES = [
  { table: 'keys.subjects', id: 'subject', type: 'text', column: 'wrapped', about: '' },
  { table: 'keys.derived', id: 'name', type: 'text', column: 'wrapped', about: '' },
  {
    ...{ table: 'auth.second_factors', id: 'user_id', type: 'uuid' },
    ...{ column: 'totp', about: 'second factor ' },
  },
] as const;
type Table = (typeof TABLES)[number];

export interface TurnOptions {
  /** Acts as the owner of the tables. */
  readonly pool: Pool;
  /** The key as it is known here, the old one or the next one. */
  readonly own: Buffer;
}

/**
 * Begins to turn to another key, or goes on where that was begun: from now on both are accepted.
 * @throws StartFault where another turn is under way
 */
export async function beginTurn({ pool, own }: TurnOptions, next: Buffer): Promise<void> {
  const [old_, new_] = [fingerprintOf(own), fingerprintOf(next)];
  const text = `insert into keys.turning (next, next_key, old_key) select $2, $3, $4 from keys.master
    where fingerprint = $1 and fingerprint <> $2 on conflict do nothing`;
  const values = [new_, encrypt(next, own, ABOUT.next), encrypt(own, next, ABOUT.old)];
  await pool.query(text, [old_, ...values]);
  const state = await stateIn(pool);
  if (state?.next === new_) return;
  if (state && state.next !== null)
    throw new StartFault(
      `The key is being turned to another one already, ${shortName(state.next)}.`,
    );
  throw new StartFault('The next master key is the one that is in use.');
}

/** The key that it is being turned to; undefined where it is not. */
export async function nextKeyOf({ pool, own }: TurnOptions): Promise<Buffer | undefined> {
  const state = await stateIn(pool);
  if (!state || state.next === null) return undefined;
  if (fingerprintOf(own) === state.next) return own;
  return decrypt(state.nextKey!, own, ABOUT.next);
}

/** Wraps anew, batch by batch, what is not wrapped by the newest key. Answers with how much it was. */
export async function rewrap({ pool, own }: TurnOptions): Promise<number> {
  const keys = new MasterKeys(pool, own);
  await keys.refresh();
  let done = 0;
  for (const table of TABLES) done += await rewrapTable(pool, keys, table);
  return done;
}

interface Row {
  readonly id: string;
  readonly wrapped: Buffer;
}

async function rewrapTable(pool: Pool, keys: MasterKeys, table: Table): Promise<number> {
  const name = Buffer.from(idOf(fingerprintOf(keys.current)), 'hex');
  const { id, type, column } = table;
  let [done, after] = [0, undefined as string | undefined];
  for (;;) {
    const text = `select ${id}::text as id, ${column} as wrapped from ${table.table}
      where ${isOld(column)} and ($2::${type} is null or ${id} > $2::${type}) order by ${id} limit ${BATCH}`;
    const { rows } = await pool.query<Row>(text, [name, after]);
    if (rows.length === 0) return done;
    await replace(
      pool,
      table,
      rows.map((row) => rewrapped(keys, table, row)),
    );
    done += rows.length;
    after = rows.at(-1)!.id;
  }
}

const isOld = (column: string) =>
  `${column} is not null and (octet_length(${column}) = 60 or substring(${column} for 8) <> $1)`;

const rewrapped = (keys: MasterKeys, { about }: Table, { id, wrapped }: Row) => {
  const plain = keys.open(wrapped, about + id);
  return { id, was: wrapped, wrapped: keys.wrap(plain, about + id) };
};

/** What was changed or destroyed meanwhile is left as it is. */
async function replace(
  pool: Pool,
  { table, id, type, column }: Table,
  rows: readonly (Row & { readonly was: Buffer })[],
): Promise<void> {
  const text = `update ${table} t set ${column} = n.wrapped
    from unnest($1::text[], $2::bytea[], $3::bytea[]) as n(id, was, wrapped)
    where t.${id} = n.id::${type} and t.${column} = n.was`;
  const columns = [rows.map((row) => row.id), rows.map((row) => row.was)];
  await pool.query(text, [...columns, rows.map((row) => row.wrapped)]);
}

/**
 * Lets go of the old key, where nothing is wrapped by it any more. Waits for who is writing: after this, what
 * is wrapped by it is refused. Answers whether it is done.
 */
export async function endTurn({ pool }: Pick<TurnOptions, 'pool'>): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('feusa-master-key'))`);
    const state = await stateIn(client);
    const isDone = state !== undefined && state.next !== null && !(await isLeft(client, state));
    if (isDone) {
      const text = 'update keys.master set fingerprint = $1, turned = turned + 1';
      await client.query(text, [state.next]);
      await client.query('delete from keys.turning');
    }
    return isDone;
  });
}

async function isLeft(client: PoolClient, { next }: MasterState): Promise<boolean> {
  const name = Buffer.from(idOf(next!), 'hex');
  const looks = TABLES.map(
    ({ table, column }) => `exists (select from ${table} where ${isOld(column)})`,
  );
  const { rows } = await client.query<{ left: boolean }>(`select ${looks.join(' or ')} as left`, [
    name,
  ]);
  return rows[0]!.left;
}
