import path from 'node:path';
import { textIfThere } from '@feusa/platform/text-file';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isSignedBy, readCheckpoint, verifierKey, type LogKey } from '../checkpoint.js';
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
  keysBefore(): Promise<readonly LogKey[]>;
}

const originOf = (name: string): string => `${name}/access-log`;

/** Where the chain was at some moment, by the word of a key of the log. */
interface Anchor extends ChainHead {
  readonly by: LogKey;
}

/** Undefined for any other text. */
function readAnchor(note: string, keys: readonly LogKey[]): Anchor | undefined {
  const read = readCheckpoint(note);
  const by = keys.find((key) => read?.origin === originOf(key.name) && isSignedBy(note, key));
  return read && by ? { position: read.size, hash: read.root, by } : undefined;
}

/** Each is undefined that is none, and that a key has signed for entries of which the next one had signed already. */
export function readAnchors(
  notes: readonly string[],
  keys: readonly LogKey[],
): (ChainHead | undefined)[] {
  const anchors = notes.map((note) => readAnchor(note, keys));
  const first = new Map<string, number>();
  for (const { by, position } of anchors.filter((each) => each !== undefined)) {
    const key = verifierKey(by);
    first.set(key, Math.min(position, first.get(key) ?? Infinity));
  }
  const isLate = ({ by, position }: Anchor) =>
    keysAfter(by, keys).some((key) => position > (first.get(key) ?? Infinity));
  return anchors.map((each) => (each && isLate(each) ? undefined : each));
}

/** Those that took its place, one after the other. */
function keysAfter({ turnedInto }: LogKey, keys: readonly LogKey[]): readonly string[] {
  const next = keys.find((each) => verifierKey(each) === turnedInto);
  const others = keys.filter((each) => each !== next);
  return next ? [verifierKey(next), ...keysAfter(next, others)] : [];
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
  // Asked for behind the entries: none of them is behind what a key has anchored that took this one's place.
  if (!head || signer.key !== (await ports.logKey())) return;
  const { position, hash } = head;
  const lines = [originOf(signer.verifier.name), position, hash.toString('base64')];
  const note = signer.signText(`${[...lines, new Date().toISOString()].join('\n')}\n`);
  const insert =
    'insert into access.anchors (position, note) values ($1, $2) on conflict do nothing';
  await pool.query(insert, [position, note]);
  for (const file of filesOf(ports)) await replaceFile(file, note);
  const anchored = { security: true, position, hash: hash.toString('hex') };
  log.info({ event: 'access log anchored', ...anchored }, 'access log anchored');
}

/**
 * A newer anchor would hide that the entries of an older one are gone, as after a restore: the chain itself
 * says so first.
 */
async function admitMissing(ports: AnchorPorts): Promise<void> {
  const keys = await ports.keysBefore();
  for (const known of readAnchors(await anchorsOutside(ports), keys)) {
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
