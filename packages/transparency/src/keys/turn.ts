import { failpoint } from '@feusa/platform/failpoint';
import { inTransaction } from '@feusa/platform/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import { logKeysIn } from '../log-key.js';
import type { Signed } from '../port.js';
import type { CheckpointSigner } from '../signer.js';
import { EPOCH, LAST_SIGNED } from '../statements.js';
import { successionNote } from './succession.js';

/** Whoever signs is waited for, and waits until the log has its new key. */
const LOCK = 'lock table transparency.checkpoints in share row exclusive mode';
const NUMBER = `select coalesce(max(number), 0) + 1 as number from transparency.successions where epoch = ${EPOCH}`;
const SUCCEED = `insert into transparency.successions (epoch, number, key, note) values (${EPOCH}, $1, $2, $3)`;

export interface Turned {
  /** The statement by both keys. */
  readonly note: string;
  /** From 1 on. */
  readonly number: number;
}

export interface TurnLogKey {
  /** Acts as the owner of the tables. */
  readonly pool: Pool;
  /** Whose key is the log's. */
  readonly signer: CheckpointSigner;
  readonly next: CheckpointSigner;
  readonly now?: Date;
}

/**
 * Turns the key of the log, in one transaction: from now on every process that has the key before signs with the
 * next one. Undefined where nothing was signed yet, or another key is the log's.
 */
export async function turnLogKey(options: TurnLogKey): Promise<Turned | undefined> {
  return inTransaction(options.pool, async (client) => {
    await client.query(LOCK);
    const turned = await turn(client, options);
    await failpoint('turn.before_commit');
    return turned;
  });
}

async function turn(
  client: PoolClient,
  { signer, next, now = new Date() }: TurnLogKey,
): Promise<Turned | undefined> {
  const { key } = await logKeysIn(client);
  const [last] = (await client.query<Signed>(LAST_SIGNED)).rows;
  const [{ number } = { number: 1 }] = (await client.query<{ number: number }>(NUMBER)).rows;
  if (key !== signer.key || !last) return undefined;
  const note = successionNote(last, signer, next, now);
  await client.query(SUCCEED, [number, next.key, note]);
  const keep = `insert into transparency.next_keys (wrapped) values ($1)
    on conflict (one) do update set wrapped = excluded.wrapped`;
  await client.query(keep, [signer.wrap(next.pem)]);
  return { note, number };
}

/** The statement by which the log has its key; undefined where it was never turned. */
export async function lastTurn(pool: Pick<Pool, 'query'>): Promise<Turned | undefined> {
  const text = `select number, note from transparency.successions where epoch = ${EPOCH} order by number desc limit 1`;
  return (await pool.query<Turned>(text)).rows[0];
}

/** Whether the next key is still kept for who has the one before. */
export async function isBeingTurned(pool: Pick<Pool, 'query'>): Promise<boolean> {
  return (await pool.query('select from transparency.next_keys')).rowCount === 1;
}

/** Nobody learns the next key by the one before any more. */
export async function endTurn(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query('delete from transparency.next_keys');
}
