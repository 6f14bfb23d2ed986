import { erasingEvents } from '@feusa/contracts/erasing-events';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { normalEmail } from '@feusa/contracts/text';
import type { DatabaseError, Pool, PoolClient } from 'pg';
import { failpoint, isArmed } from '@feusa/platform/failpoint';
import { arrayParameter } from '@feusa/platform/array-parameter';
import { inTransaction } from '@feusa/platform/postgres/transaction';
import { record } from './chain.js';
import type { SubjectKeys } from '@feusa/privacy/subject-keys/port';
import type { Batch, RecordedEvent } from './port.js';
import { PURGE } from './statements.js';
import { ErasedSubject, keysFor, type BatchKeys } from './encryption.js';

const UNIQUE_VIOLATION = '23505';
/** New keys are wrapped by a master key that is not accepted. */
const OTHER_MASTER = '23000';
const BEFORE_COMMIT = 'append.before_commit';
const AFTER_COMMIT = 'append.after_commit';

/** Where a log is kept, and the keys of what is encrypted in it. */
export interface AppendTarget {
  readonly pool: Pool;
  readonly subjectKeys: SubjectKeys;
}

/** The append of the event store: undefined where the log, or an answer, was there before. */
export async function appendOptimistically(
  target: AppendTarget,
  batch: Batch,
): Promise<RecordedEvent[] | undefined> {
  try {
    return await write(target, batch);
  } catch (fault) {
    // Whoever was erased meanwhile was erased by an event: the log has moved on, too.
    if (fault instanceof ErasedSubject) return undefined;
    // A refusal moves no head: only its key shows that another process has given the answer already.
    const { code, constraint } = fault as DatabaseError;
    if (code === UNIQUE_VIOLATION && constraint === 'answers_pkey') return undefined;
    // Who has slept through a turn of the master key decides and seals once more.
    if (code === OTHER_MASTER && (await target.subjectKeys.renewed())) return undefined;
    throw fault;
  }
}

/** The same with the log held still from before the batch is decided until it is written. */
export async function appendUnderLock(
  { pool, subjectKeys }: AppendTarget,
  decide: () => Promise<Batch>,
): Promise<RecordedEvent[]> {
  const recorded = await inTransaction(pool, async (client) => {
    await client.query('select from log.head for update');
    const batch = await decide();
    if (batch.events.length === 0 && batch.answers.length === 0) return [];
    const placed = prepare(batch, await keysFor(batch.events, subjectKeys));
    if (!(await insert(client, placed)))
      throw new Error('the batch was not decided at the head of the log');
    forgetErased(placed, subjectKeys);
    return placed.recorded;
  });
  await failpoint(AFTER_COMMIT);
  return recorded;
}

/** Accounts change rarely: their statement runs with the append, in one transaction. */
export const ACCOUNTS = {
  UserRegistered: `insert into log.accounts (id, email, normal_email, role, created_at)
    values ($1, $2, $3, $4, $5)`,
  UserRoleSet: `update log.accounts set role = $2 where id = $1`,
  UserSuspended: `update log.accounts set suspended = true where id = $1`,
  UserReinstated: `update log.accounts set suspended = false where id = $1`,
  UserRemoved: `delete from log.accounts where id = $1`,
  PersonErased: `delete from log.accounts where id = $1`,
};

/** Events that change tables of their own, beside the log. */
const PURGES: readonly string[] = ['FolderPurged', 'FilePurged', 'LinkPurged'];
const BESIDE: ReadonlySet<string> = new Set([...Object.keys(ACCOUNTS), 'ErrorErased', ...PURGES]);

/** What `PURGE` is asked with for an event; undefined for one that purges nothing. */
export const purgeOf = ({ type, stream, position }: StoredEvent): unknown[] | undefined =>
  PURGES.includes(type)
    ? [stream, position, type === 'FolderPurged' ? idOf(stream) : null]
    : undefined;

interface Prepared {
  readonly recorded: RecordedEvent[];
  readonly query: { readonly name: string; readonly text: string; readonly values: unknown[] };
  /** Those that change more than the log. */
  readonly beside: readonly StoredEvent[];
}

function prepare(batch: Batch, keys: BatchKeys): Prepared {
  const { recorded, head } = record(batch.expected, batch.events, keys);
  const values = parameters(batch, recorded, head);
  const query =
    keys.keys.size === 0
      ? { name: 'append', text: APPEND, values }
      : {
          name: 'append-encrypted',
          text: APPEND_SEALED,
          values: [...values, ...keyValues(recorded, keys)],
        };
  const beside = recorded.map(({ event }) => event).filter(({ type }) => BESIDE.has(type));
  return { recorded, query, beside };
}

async function write(
  { pool, subjectKeys }: AppendTarget,
  batch: Batch,
): Promise<RecordedEvent[] | undefined> {
  const keys = await keysFor(batch.events, subjectKeys);
  const placed = prepare(batch, keys);
  const isOneStatement = placed.beside.length === 0 && !isArmed(BEFORE_COMMIT);
  const written = isOneStatement
    ? await insert(pool, placed)
    : await inTransaction(pool, (client) => insert(client, placed));
  if (!written) {
    subjectKeys.forget(keys.remembered);
    return undefined;
  }
  subjectKeys.remember(keys.made);
  forgetErased(placed, subjectKeys);
  await failpoint(AFTER_COMMIT);
  return placed.recorded;
}

function forgetErased({ beside }: Prepared, subjectKeys: SubjectKeys): void {
  const erasing = beside.filter(({ type }) => erasingEvents.has(type));
  if (erasing.length > 0) subjectKeys.forget(erasing.map(({ stream }) => stream));
}

/** Whether it was inserted; otherwise nothing was. */
async function insert(client: Pool | PoolClient, { query, beside }: Prepared): Promise<boolean> {
  const { rows } = await client.query<{ swapped: number }>(query);
  if (rows[0]?.swapped !== 1) return false;
  for (const event of beside) await changeBeside(client, event);
  await failpoint(BEFORE_COMMIT);
  return true;
}

function parameters(
  batch: Batch,
  recorded: readonly RecordedEvent[],
  head: Batch['expected'],
): unknown[] {
  const { expected, answers } = batch;
  const events = recorded.map(({ event }) => event);
  const folders = [...batch.folders];
  return [
    expected.position,
    head.position,
    head.hash,
    expected.hash,
    arrayParameter(events.map(({ position }) => position)),
    arrayParameter(events.map(({ stream }) => stream)),
    arrayParameter(events.map(({ version }) => version)),
    arrayParameter(events.map(({ type }) => type)),
    arrayParameter(events.map(({ actor }) => actor)),
    arrayParameter(events.map(({ at }) => at)),
    // As lines, of which canonical text has only one: it is full of quotes.
    recorded.map(({ bytes }) => bytes).join('\n'),
    arrayParameter(recorded.map(({ hash }) => hash)),
    arrayParameter(folders.map(([id]) => id)),
    arrayParameter(folders.map(([, { parentId }]) => parentId)),
    arrayParameter(folders.map(([, { removed }]) => removed)),
    arrayParameter(answers.map(({ actor }) => actor)),
    arrayParameter(answers.map(({ key }) => key)),
    arrayParameter(answers.map(({ bodyHash }) => bodyHash)),
    answers.map(({ answer }) => JSON.stringify(answer)),
    arrayParameter(folders.map(([, { access }]) => (access ? JSON.stringify(access) : null))),
  ];
}

/** New keys, whose photos are encrypted, which the log itself cannot be asked, and whose keys must still be there. */
function keyValues(recorded: readonly RecordedEvent[], { made, remembered }: BatchKeys): unknown[] {
  const keys = [...made];
  const images = recorded.flatMap(({ event: { data, stream } }) =>
    'image' in data && data.image ? [[data.image.blob, stream] as const] : [],
  );
  return [
    keys.map(([subject]) => subject),
    keys.map(([, { wrapped }]) => wrapped),
    images.map(([blob]) => blob),
    images.map(([, stream]) => stream),
    remembered,
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
    case 'UserSuspended':
    case 'UserReinstated':
    case 'UserRemoved':
      await client.query(ACCOUNTS[event.type], [id]);
      break;
    case 'PersonErased':
      await client.query(ACCOUNTS.PersonErased, [id]);
      await client.query(DESTROY_KEY, [event.stream, event.at]);
      break;
    case 'ErrorErased':
      await client.query(DESTROY_KEY, [event.stream, event.at]);
      break;
    default: {
      const purge = purgeOf(event);
      if (purge) await client.query(PURGE, purge);
    }
  }
}

/**
 * The whole append in one statement, so that no lock outlives a round trip. The update of `log.head`
 * is a compare-and-swap: where another writer was faster, nothing at all is written.
 */
const APPEND = appendWith({});

/**
 * The same with the keys of what is encrypted for the first time, and whose photos are encrypted; nothing is written with a
 * key that was destroyed meanwhile.
 */
const APPEND_SEALED = appendWith({
  where:
    'and (select count(*) from keys.subjects where subject = any($25::text[])) = cardinality($25)',
  more: `, keyed as (
  insert into keys.subjects (subject, wrapped)
  select subject, wrapped from unnest($21::text[], $22::bytea[]) as k(subject, wrapped)
  where exists (select from head)
), pictured as (
  insert into keys.images (blob, subject)
  select blob, subject from unnest($23::text[], $24::text[]) as i(blob, subject)
  where exists (select from head)
  on conflict do nothing
)`,
});

function appendWith({ where = '', more = '' }): string {
  return `
with head as (
  update log.head set position = $2, hash = $3 where position = $1 and hash = $4 ${where}
  returning true
), added as (
  insert into log.events (position, stream, version, type, actor, at, bytes, hash)
  select position, stream, version, type, actor, at, bytes, decode(hash, 'hex')
  from unnest($5::bigint[], $6::text[], $7::int[], $8::text[], $9::text[], $10::timestamptz[],
    string_to_array($11, chr(10)), $12::text[]) as e(position, stream, version, type, actor, at, bytes, hash)
  where exists (select from head)
), placed as (
  insert into log.folders (id, parent_id, removed, access)
  select id, parent_id, removed, access::jsonb
  from unnest($13::uuid[], $14::uuid[], $15::boolean[], $20::text[]) as f(id, parent_id, removed, access)
  where exists (select from head)
  on conflict (id) do update
    set parent_id = excluded.parent_id, removed = excluded.removed, access = excluded.access
), answered as (
  insert into log.answers (actor, key, body_hash, answer)
  select actor, key, body_hash, answer
  from unnest($16::text[], $17::uuid[], $18::text[], $19::jsonb[]) as a(actor, key, body_hash, answer)
  where exists (select from head)
)${more}
select count(*)::int as swapped from head`;
}

/** Takes away what a person's fields are read with, in the transaction that says so. */
const DESTROY_KEY = `
with destroyed as (delete from keys.subjects where subject = $1)
insert into keys.erased (subject, at) values ($1, $2) on conflict do nothing`;
