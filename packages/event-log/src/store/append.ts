import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { normalEmail } from '@feusa/contracts/text';
import type { DatabaseError, Pool, PoolClient } from 'pg';
import { failpoint, isArmed } from '@feusa/platform/failpoint';
import { seal } from './chain.js';
import type { SubjectKeys } from '@feusa/privacy/subject-keys/port';
import type { Batch, RecordedEvent } from './port.js';
import { ErasedSubject, keysFor, type BatchKeys } from './sealing.js';
import { ACCOUNTS, APPEND, APPEND_SEALED, DESTROY_KEY } from './statements.js';

const UNIQUE_VIOLATION = '23505';
const BEFORE_COMMIT = 'append.before_commit';
const AFTER_COMMIT = 'append.after_commit';

/** Where a log is kept, and the keys of what is sealed in it. */
export interface AppendTarget {
  readonly pool: Pool;
  readonly subjectKeys: SubjectKeys;
}

/** The append of the event store: undefined where the log, or an answer, was there before. */
export async function appendOptimistically(
  place: AppendTarget,
  batch: Batch,
): Promise<RecordedEvent[] | undefined> {
  try {
    return await write(place, batch);
  } catch (fault) {
    // Whoever was erased meanwhile was erased by an event: the log has moved on, too.
    if (fault instanceof ErasedSubject) return undefined;
    // A refusal moves no head: only its key shows that another process has given the answer already.
    const { code, constraint } = fault as DatabaseError;
    if (code === UNIQUE_VIOLATION && constraint === 'answers_pkey') return undefined;
    throw fault;
  }
}

/** The same with the log held still from before the batch is decided until it is written. */
export async function appendUnderLock(
  { pool, subjectKeys }: AppendTarget,
  decide: () => Promise<Batch>,
): Promise<RecordedEvent[]> {
  const sealed = await inTransaction(pool, async (client) => {
    await client.query('select from log.head for update');
    const batch = await decide();
    if (batch.events.length === 0 && batch.answers.length === 0) return [];
    const placed = placedOn(batch, await keysFor(batch.events, subjectKeys));
    if (await insert(client, placed)) return placed.sealed;
    throw new Error('the batch was not decided at the head of the log');
  });
  await failpoint(AFTER_COMMIT);
  return sealed;
}

/** Events that change tables of their own, beside the log. */
const BESIDE: ReadonlySet<string> = new Set([...Object.keys(ACCOUNTS), 'ErrorErased']);

interface Placed {
  readonly sealed: RecordedEvent[];
  readonly query: { readonly name: string; readonly text: string; readonly values: unknown[] };
  /** Those that change more than the log. */
  readonly beside: readonly StoredEvent[];
}

function placedOn(batch: Batch, keys: BatchKeys): Placed {
  const { sealed, head } = seal(batch.expected, batch.events, keys);
  const values = parameters(batch, sealed, head);
  const query =
    keys.keys.size === 0
      ? { name: 'append', text: APPEND, values }
      : {
          name: 'append-sealed',
          text: APPEND_SEALED,
          values: [...values, ...sealing(sealed, keys)],
        };
  const beside = sealed.map(({ event }) => event).filter(({ type }) => BESIDE.has(type));
  return { sealed, query, beside };
}

async function write(
  { pool, subjectKeys }: AppendTarget,
  batch: Batch,
): Promise<RecordedEvent[] | undefined> {
  const placed = placedOn(batch, await keysFor(batch.events, subjectKeys));
  const isOneStatement = placed.beside.length === 0 && !isArmed(BEFORE_COMMIT);
  const written = isOneStatement
    ? await insert(pool, placed)
    : await inTransaction(pool, (client) => insert(client, placed));
  if (!written) return undefined;
  await failpoint(AFTER_COMMIT);
  return placed.sealed;
}

/** Whether it was inserted; otherwise nothing was. */
async function insert(client: Pool | PoolClient, { query, beside }: Placed): Promise<boolean> {
  const { rows } = await client.query<{ swapped: number }>(query);
  if (rows[0]?.swapped !== 1) return false;
  for (const event of beside) await changeBeside(client, event);
  return true;
}

function parameters(
  batch: Batch,
  sealed: readonly RecordedEvent[],
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
    // As lines, of which canonical text has only one: the driver is slow to quote quoted text.
    sealed.map(({ bytes }) => bytes).join('\n'),
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

/** New keys, and whose photos are sealed, which the log itself cannot be asked. */
function sealing(sealed: readonly RecordedEvent[], { made }: BatchKeys): unknown[] {
  const keys = [...made];
  const images = sealed.flatMap(({ event: { data, stream } }) =>
    'image' in data && data.image ? [[data.image.blob, stream] as const] : [],
  );
  return [
    keys.map(([subject]) => subject),
    keys.map(([, { wrapped }]) => wrapped),
    images.map(([blob]) => blob),
    images.map(([, stream]) => stream),
  ];
}

/** What an event changes in tables of its own: that of the accounts, and that of the keys. */
async function changeBeside(client: Pool | PoolClient, event: StoredEvent): Promise<void> {
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
    case 'PersonErased':
      await client.query(ACCOUNTS.PersonErased, [id]);
      await client.query(DESTROY_KEY, [event.stream, event.at]);
      break;
    case 'ErrorErased':
      await client.query(DESTROY_KEY, [event.stream, event.at]);
      break;
    default:
  }
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await failpoint(BEFORE_COMMIT);
    await client.query('commit');
    client.release();
    return result;
  } catch (fault) {
    client.release(true);
    throw fault;
  }
}
