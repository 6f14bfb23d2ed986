import path from 'node:path';
import { textIfThere } from '@feusa/platform/text-file';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isSignedBy, readCheckpoint, type Verifier } from '../checkpoint.js';
import type { CheckpointSigner } from '../signer.js';
import { replaceFile } from '../witness/file.js';
import {
  append,
  prepared,
  withHead,
  type ChainHead,
  type WritePorts,
  type Written,
} from './write.js';

/** The newest anchor, beside the key that signs it and where checkpoints are written to. */
export const ANCHOR = 'access-log.anchor';

export interface AnchorPorts extends WritePorts {
  readonly signer: CheckpointSigner;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Where checkpoints are written to as well. */
  readonly directory?: string | undefined;
  /** By whose signatures the event log is known. */
  logKey(): Promise<string>;
  /** By whose it was known before, too: what was anchored then holds. */
  keysBefore(): Promise<readonly Verifier[]>;
}

const originOf = (name: string): string => `${name}/access-log`;

/** Where the chain was at some moment, by the word of a key of the log; undefined for any other text. */
export function readAnchor(note: string, keys: readonly Verifier[]): ChainHead | undefined {
  const read = readCheckpoint(note);
  const isOne = keys.some((key) => read?.origin === originOf(key.name) && isSignedBy(note, key));
  return read && isOne ? { position: read.size, hash: read.root } : undefined;
}

const filesOf = ({ signer, directory }: AnchorPorts): string[] =>
  [signer.directory, ...(directory ? [directory] : [])].map((each) => path.join(each, ANCHOR));

/** What is kept outside the database. */
export async function anchorsOutside(ports: AnchorPorts): Promise<string[]> {
  const read = await Promise.all(filesOf(ports).map((file) => textIfThere(file)));
  return read.flatMap((note) => (note === undefined ? [] : [note]));
}

/** Signs where the chain is, where that has not been done; only the log's own key counts. */
export async function anchor(ports: AnchorPorts): Promise<void> {
  const { pool, signer, log } = ports;
  if (signer.key !== (await ports.logKey())) return;
  await admitMissing(ports);
  const { rows } = await pool.query<ChainHead>(
    `select position, hash from access.head h where position > 0
      and not exists (select from access.anchors a where a.position = h.position)`,
  );
  const [head] = rows;
  if (!head) return;
  const { position, hash } = head;
  const lines = [originOf(signer.verifier.name), position, hash.toString('base64')];
  const note = signer.signText(`${[...lines, new Date().toISOString()].join('\n')}\n`);
  const insert =
    'insert into access.anchors (position, note) values ($1, $2) on conflict do nothing';
  await pool.query(insert, [position, note]);
  for (const file of filesOf(ports)) await replaceFile(file, note);
  const told = { security: true, position, hash: hash.toString('hex') };
  log.info({ event: 'access log anchored', ...told }, 'access log anchored');
}

/**
 * A newer anchor would hide that the entries of an older one are gone, as after a restore: the chain itself
 * says so first.
 */
async function admitMissing(ports: AnchorPorts): Promise<void> {
  const keys = await ports.keysBefore();
  for (const note of await anchorsOutside(ports)) {
    const known = readAnchor(note, keys);
    if (!known || (await isInChain(ports.pool, known))) continue;
    const at = new Date().toISOString();
    const gap: Written = {
      kind: 'missing',
      at,
      upTo: known.position,
      upToHash: known.hash.toString('hex'),
    };
    const ready = await prepared(ports, [gap]);
    await withHead(ports.pool, (client, head) => append(client, head, ready));
  }
}

async function isInChain(
  pool: Pick<Pool, 'query'>,
  { position, hash }: ChainHead,
): Promise<boolean> {
  const text = `select from access.entries where position = $1 and hash = $2
    union all select from access.head where pruned_position > $1 or (pruned_position = $1 and pruned_hash = $2)
    union all select from access.entries where kind = 'missing' and body::jsonb ->> 'upToHash' = $3`;
  const { rowCount } = await pool.query(text, [position, hash, hash.toString('hex')]);
  return (rowCount ?? 0) > 0;
}
