import { accessLogBounds } from '@feusa/contracts/access-log-bounds';
import { Id, normalEmail } from '@feusa/contracts/text';
import { markOf } from '@feusa/platform/telemetry/mark';
import { inTransaction } from '@feusa/platform/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import { chained, NOTHING } from './chain.js';
import type { Happened } from './waiting.js';

/** Encrypts what is about one person. */
interface PersonKey {
  encrypt(plain: string, about: string): string;
  decrypt(ciphertext: string, about: string): string;
}

/** The keys of people by their streams; who is erased has none. */
export interface PersonKeys {
  find(streams: readonly string[]): Promise<ReadonlyMap<string, PersonKey>>;
}

/** The end of the chain. */
export interface ChainHead {
  readonly position: number;
  readonly hash: Buffer;
}

/** What is stored of an entry, and hashed. */
export interface Body extends Omit<Happened, 'email' | 'address'> {
  readonly position: number;
  readonly address?: string;
  /** The address, encrypted for as long as the person is not erased. */
  readonly sealed?: string;
  readonly mark?: string;
  readonly moreFiles?: number;
  /** Up to where entries are gone, and the hash of the last of them, in hex. */
  readonly upTo?: number;
  readonly upToHash?: string;
}

export type Written = Happened & Pick<Body, 'upTo' | 'upToHash'>;

export interface WritePorts {
  readonly pool: Pick<Pool, 'connect' | 'query'>;
  readonly keys: PersonKeys;
}

/** Entries with whom they are about, and the keys of these. */
interface Prepared {
  readonly entries: readonly Written[];
  readonly keys: ReadonlyMap<string, PersonKey>;
}

const INSERT = `
insert into access.entries (position, at, kind, user_id, files, body, hash)
select (e ->> 'position')::bigint, (e ->> 'at')::timestamptz, e ->> 'kind', (e ->> 'user')::uuid,
  array(select jsonb_array_elements_text(e -> 'files'))::uuid[], e ->> 'body', decode(e ->> 'hash', 'hex')
from jsonb_array_elements($1::jsonb) e`;

/** Who an entry is about, as the place of its key. */
export const subjectOf = (user: string): string => `user-${user}`;
export const aboutOf = (position: number): string => `access ${position}`;

/** Does something with the end of the chain in hand, which all others wait for. */
export async function withHead<T>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient, head: ChainHead) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    const first = 'insert into access.head values (true, 0, $1, 0, $1) on conflict do nothing';
    await client.query(first, [NOTHING]);
    const text = 'select position, hash from access.head for update';
    const { rows } = await client.query<ChainHead>(text);
    return work(client, rows[0]!);
  });
}

/** Finds out who the entries are about, and by which keys that is encrypted. */
export async function prepared(
  { pool, keys }: WritePorts,
  entries: readonly Written[],
): Promise<Prepared> {
  const accounts = await accountsOf(pool, entries);
  const known = entries.map((entry) => ({ ...entry, user: userOf(entry, accounts) }));
  const users = [...new Set(known.flatMap(({ user }) => (user ? [subjectOf(user)] : [])))];
  return { entries: known, keys: users.length > 0 ? await keys.find(users) : new Map() };
}

/** Puts entries behind the end of the chain, on a connection that has it in hand. */
export async function append(
  client: PoolClient,
  head: ChainHead,
  { entries, keys }: Prepared,
): Promise<ChainHead> {
  let { position, hash } = head;
  const rows = entries.map((entry) => {
    position += 1;
    const key = entry.user ? keys.get(subjectOf(entry.user)) : undefined;
    const body = JSON.stringify(bodyOf(entry, position, key));
    hash = chained(hash, body);
    const { at, kind, user, files = [] } = entry;
    const named = files.slice(0, accessLogBounds.files.value);
    return { position, at, kind, user, files: named, body, hash: hash.toString('hex') };
  });
  await client.query(INSERT, [JSON.stringify(rows)]);
  await client.query('update access.head set position = $1, hash = $2', [position, hash]);
  return { position, hash };
}

function bodyOf(entry: Written, position: number, key: PersonKey | undefined): Body {
  const { email, address, files, detail, user, ...rest } = entry;
  const most = accessLogBounds.files.value;
  return {
    position,
    ...rest,
    ...(user && { user }),
    ...(detail && { detail: detail.slice(0, accessLogBounds.detail.value) }),
    ...(files && { files: files.slice(0, most) }),
    ...(files && files.length > most && { moreFiles: files.length - most }),
    ...(address && key && { sealed: key.encrypt(address, aboutOf(position)) }),
    // Without a key the person is erased, or nobody knows who it is.
    ...(address && !user && { address }),
    ...(email && !user && { mark: markOf(email) }),
  };
}

const userOf = ({ user, email }: Written, accounts: ReadonlyMap<string, string>) =>
  Id.safeParse(user).data ?? (email === undefined ? undefined : accounts.get(normalEmail(email)));

/** Whose e-mail addresses these are. */
async function accountsOf(
  pool: Pick<Pool, 'query'>,
  entries: readonly Written[],
): Promise<ReadonlyMap<string, string>> {
  const entered = entries.flatMap(({ email, user }) =>
    // What PostgreSQL cannot hold is nobody's, and would stop all that is written after it.
    email !== undefined && !user && !email.includes('\0') ? [normalEmail(email)] : [],
  );
  if (entered.length === 0) return new Map();
  const text = 'select normal_email as email, id from log.accounts where normal_email = any($1)';
  const { rows } = await pool.query<{ email: string; id: string }>(text, [entered]);
  return new Map(rows.map(({ email, id }) => [email, id]));
}
