import type { Pool } from 'pg';
import { beginOfLine, readVerifierKey, verifierKey, type Verifier } from './checkpoint.js';
import { KeyChain } from './keys/chain.js';
import type { CheckpointSigner } from './signer.js';
import { EPOCH } from './statements.js';

/**
 * The public key of a log stands in its database from its first start on, so that whoever holds another
 * private key neither signs nor writes.
 */
export interface LogKeys {
  /** `NAME+ID+KEY` of the log; undefined before its first start. */
  readonly key: string | undefined;
  /** That it was turned, the first time first: signed notes. */
  readonly successions: readonly string[];
}

interface Row {
  readonly key: string | null;
  readonly successions: readonly string[];
  /** Of the next key, for who has the one before. */
  readonly wrapped: string | null;
}

const KEYS = `select (select key from transparency.log_key) as key,
  array(select note from transparency.successions where epoch = ${EPOCH} order by number) as successions,
  (select wrapped from transparency.next_keys) as wrapped`;

type Client = Pick<Pool, 'query'>;

async function read(pool: Client): Promise<LogKeys & { readonly wrapped: string | undefined }> {
  const [row] = (await pool.query<Row>({ name: 'log-keys', text: KEYS })).rows;
  const { key, successions = [], wrapped } = row ?? {};
  return { key: key ?? undefined, successions, wrapped: wrapped ?? undefined };
}

export const logKeysIn = async (pool: Client): Promise<LogKeys> => read(pool);

export interface OwnKeys extends LogKeys {
  /** Whose signatures count: the log's own keys, else those of the key here. */
  readonly chain: KeyChain;
}

/**
 * The keys of the log. Where it was turned while this process had the one before, the signer goes on with the next
 * one from now on.
 */
export async function followLogKey(pool: Client, signer: CheckpointSigner): Promise<OwnKeys> {
  const { key, successions, wrapped } = await read(pool);
  if (key !== undefined && key !== signer.key) await signer.follow(key, wrapped);
  const verifier = readVerifierKey(key ?? '') ?? signer.verifier;
  return { key, successions, chain: KeyChain.of(verifier, successions) };
}

/**
 * Writes this key into a database that has none, for good, and answers with the one that it has. Undefined
 * where it has none and somebody has signed with another one: then nobody knows whose log it is.
 */
export async function keepLogKey(pool: Client, own: Verifier): Promise<string | undefined> {
  const text = 'select transparency.keep_log_key($1, $2) as key';
  const values = [verifierKey(own), beginOfLine(own)];
  const { rows } = await pool.query<{ key: string | null }>(text, values);
  return rows[0]?.key ?? undefined;
}
