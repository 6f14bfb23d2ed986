import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { normalEmail } from '@feusa/contracts/text';
import type { DatabaseError, Pool, PoolClient } from 'pg';
import { seal } from './chain.js';
import type { Batch, SealedEvent } from './port.js';
import { ACCOUNTS, APPEND } from './statements.js';

const UNIQUE_VIOLATION = '23505';

/** The append of the event store: undefined where the log, or an answer, was there before. */
export async function append(pool: Pool, batch: Batch): Promise<SealedEvent[] | undefined> {
  try {
    return await write(pool, batch);
  } catch (fault) {
    // A refusal moves no head: only its key shows that another process has given the answer already.
    const { code, constraint } = fault as DatabaseError;
    if (code === UNIQUE_VIOLATION && constraint === 'answers_pkey') return undefined;
    throw fault;
  }
}

async function write(pool: Pool, batch: Batch): Promise<SealedEvent[] | undefined> {
  const { sealed, head } = seal(batch.expected, batch.events);
  const query = { name: 'append', text: APPEND, values: parameters(batch, sealed, head) };
  const accounts = sealed.filter(({ event }) => event.type in ACCOUNTS);
  if (accounts.length === 0) {
    const { rows } = await pool.query<{ swapped: number }>(query);
    return rows[0]?.swapped === 1 ? sealed : undefined;
  }
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ swapped: number }>(query);
    if (rows[0]?.swapped !== 1) return undefined;
    for (const { event } of accounts) await changeAccount(client, event);
    return sealed;
  });
}

function parameters(
  batch: Batch,
  sealed: readonly SealedEvent[],
  head: Batch['expected'],
): unknown[] {
  const { expected, answers } = batch;
  const events = sealed.map(({ event }) => event);
  const folders = [...batch.folders];
  return [
    expected.position,
    head.position,
    head.hash,
    expected.hash,
    events.map(({ position }) => position),
    events.map(({ stream }) => stream),
    events.map(({ version }) => version),
    events.map(({ type }) => type),
    events.map(({ actor }) => actor),
    events.map(({ at }) => at),
    sealed.map(({ bytes }) => bytes),
    sealed.map(({ hash }) => hash),
    folders.map(([id]) => id),
    folders.map(([, { parentId }]) => parentId),
    folders.map(([, { removed }]) => removed),
    answers.map(({ actor }) => actor),
    answers.map(({ key }) => key),
    answers.map(({ bodyHash }) => bodyHash),
    answers.map(({ answer }) => JSON.stringify(answer)),
  ];
}

async function changeAccount(client: PoolClient, event: StoredEvent): Promise<void> {
  const id = idOf(event.stream);
  switch (event.type) {
    case 'UserRegistered': {
      const { email, role } = event.data;
      await client.query(ACCOUNTS.UserRegistered, [id, email, normalEmail(email), role, event.at]);
      break;
    }
    case 'UserRoleSet':
      await client.query(ACCOUNTS.UserRoleSet, [id, event.data.role]);
      break;
    case 'UserRemoved':
      await client.query(ACCOUNTS.UserRemoved, [id]);
      break;
    default:
  }
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query(result === undefined ? 'rollback' : 'commit');
    client.release();
    return result;
  } catch (fault) {
    client.release(true);
    throw fault;
  }
}
