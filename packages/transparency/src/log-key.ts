import type { Pool } from 'pg';
import { beginOfLine, readVerifierKey, verifierKey, type Verifier } from './checkpoint.js';
import { EPOCH } from './statements.js';

/**
 * The public key of a log stands in its database from its first start on, so that whoever holds another
 * private key neither signs nor writes.
 */
const KEY = `(select key from transparency.log_keys where epoch <= ${EPOCH} order by epoch desc limit 1)`;

/** `NAME+ID+KEY` of the log; undefined before its first start. */
export async function logKeyIn(pool: Pick<Pool, 'query'>): Promise<string | undefined> {
  const { rows } = await pool.query<{ key: string | null }>(`select ${KEY} as key`);
  return rows[0]?.key ?? undefined;
}

/**
 * Writes this key into a database that has none, for good, and answers with the one that it has. Undefined
 * where it has none and somebody has signed with another one: then nobody knows whose log it is.
 */
export async function keepLogKey(
  pool: Pick<Pool, 'query'>,
  own: Verifier,
): Promise<string | undefined> {
  const text = 'select transparency.keep_log_key($1, $2) as key';
  const values = [verifierKey(own), beginOfLine(own)];
  const { rows } = await pool.query<{ key: string | null }>(text, values);
  return rows[0]?.key ?? undefined;
}

/** Whose signatures count: the log's own, else those of this one. */
export const verifierOfLog = (key: string | undefined, own: Verifier): Verifier =>
  readVerifierKey(key ?? '') ?? own;
