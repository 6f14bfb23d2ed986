import { areEqual, fromBase64, type Hash, type Head } from './proof.js';

/** Signed checkpoints (C2SP tlog-checkpoint, signed-note), read and checked with what the browser has. */

const ED25519 = 1;
const ID_BYTES = 4;
const HASH_BYTES = 32;
const SIGNATURE = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/u;

export interface Checkpoint extends Head {
  /** The name of the log. */
  readonly origin: string;
}

/** Undefined for a text that is no checkpoint. Signatures are another question. */
export function readNote(note: string): Checkpoint | undefined {
  const [origin = '', size = '', root = ''] = textOf(note)?.split('\n') ?? [];
  const hash = fromBase64(root);
  if (origin === '' || !/^(0|[1-9]\d{0,14})$/.test(size) || hash?.length !== HASH_BYTES) return;
  return { origin, size: Number(size), root: hash };
}

const TURN = /^(?:.+\n){3}key-before (\S+)\nkey-after (\S+)\n/;

/**
 * Whether a key that has signed so many events was turned into another one, by notes that the key before and the key
 * after have signed, the oldest first.
 */
export async function isTurned(
  [from, to]: readonly [string, string],
  size: number,
  notes: readonly string[],
): Promise<boolean> {
  let key = from;
  for (const note of notes) {
    const [, before = '', after = ''] = TURN.exec(note) ?? [];
    if (before !== key) continue;
    const given = await Promise.all([checkSignature(note, before), checkSignature(note, after)]);
    if (given.includes('bad') || (readNote(note)?.size ?? -1) < size) return false;
    key = after;
  }
  return key === to;
}

/** 'unknown' where this browser has no Ed25519. */
export type Signature = 'good' | 'bad' | 'unknown';

/** Whether the note is signed by the key, told as `NAME+ID+KEY`. */
export async function checkSignature(note: string, key: string): Promise<Signature> {
  const verifier = await readKey(key);
  const text = textOf(note);
  if (!verifier || text === undefined) return 'bad';
  const signatures = note
    .slice(text.length + 1)
    .split('\n')
    .slice(0, -1);
  const given = signatures.map((line) => signatureIn(line, verifier)).find(Boolean);
  if (!given) return 'bad';
  const imported = await crypto.subtle
    .importKey('raw', verifier.raw, { name: 'Ed25519' }, false, ['verify'])
    .catch(() => undefined);
  if (!imported) return 'unknown';
  const signed = new TextEncoder().encode(text);
  return (await crypto.subtle.verify('Ed25519', imported, given, signed)) ? 'good' : 'bad';
}

interface Verifier {
  readonly name: string;
  readonly id: Hash;
  readonly raw: Hash;
}

/** Undefined for another text, and where the id is not that of the key. */
async function readKey(text: string): Promise<Verifier | undefined> {
  const [, name = '', id = '', encoded = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const key = fromBase64(encoded);
  if (key?.length !== 1 + HASH_BYTES || key[0] !== ED25519) return undefined;
  const named = new Uint8Array([...new TextEncoder().encode(`${name}\n`), ...key]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', named)).slice(0, ID_BYTES);
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === id ? { name, id: hash, raw: key.slice(1) } : undefined;
}

function signatureIn(line: string, { name, id }: Verifier): Hash | undefined {
  const [, signer, encoded = ''] = SIGNATURE.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  const isTheirs = signer === name && bytes && areEqual(bytes.slice(0, ID_BYTES), id);
  return isTheirs ? bytes.slice(ID_BYTES) : undefined;
}

/** What is signed: everything up to the last empty line. */
function textOf(note: string): string | undefined {
  const end = note.lastIndexOf('\n\n');
  return end < 0 || !note.endsWith('\n') ? undefined : note.slice(0, end + 1);
}
