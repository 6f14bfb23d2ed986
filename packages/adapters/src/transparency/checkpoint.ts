import {
  createHash,
  createPublicKey,
  sign,
  verify,
  type KeyLike,
  type KeyObject,
} from 'node:crypto';
import { HASH_BYTES, type TreeHead } from './merkle.js';

/** Checkpoints as C2SP tlog-checkpoint and signed-note write them, with Ed25519 signatures. */

const ED25519 = Buffer.of(1);
const ID_BYTES = 4;
/** What a raw public key is without in DER. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const NAME = /^[^\s+\p{Cc}]+$/u;
const SIGNATURE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;

/** Somebody whose signature counts. */
export interface Verifier {
  readonly name: string;
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** A checkpoint that was read; whose signatures it has is another question. */
export interface Checkpoint extends TreeHead {
  readonly origin: string;
}

/** Whether signers and logs can be called so: without spaces and plus signs. */
export const isKeyName = (name: string): boolean => NAME.test(name);

/** Who can check what this private key signs. */
export function verifierOf(name: string, privateKey: KeyLike): Verifier {
  const key = createPublicKey(privateKey);
  return { name, id: idOf(name, rawOf(key)), key };
}

/** `NAME+ID+KEY`, as auditors keep it. */
export const verifierKey = ({ name, id, key }: Verifier): string =>
  `${name}+${id.toString('hex')}+${Buffer.concat([ED25519, rawOf(key)]).toString('base64')}`;

/** Reads `NAME+ID+KEY`; undefined for another text, and where the id is not of the key. */
export function readVerifierKey(text: string): Verifier | undefined {
  const [, name = '', id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text.trim()) ?? [];
  const key = unbase64(encoded);
  if (!isKeyName(name) || key?.length !== ED25519.length + HASH_BYTES) return undefined;
  const raw = key.subarray(ED25519.length);
  const der = { key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' } as const;
  const verifier = { name, id: idOf(name, raw), key: createPublicKey(der) };
  const isItself = key[0] === ED25519[0] && verifier.id.toString('hex') === id;
  return isItself ? verifier : undefined;
}

/** The signed text of a checkpoint; the signer's name is the log's origin. */
export function signNote({ size, root }: TreeHead, signer: Verifier, privateKey: KeyLike): string {
  const text = `${signer.name}\n${size}\n${root.toString('base64')}\n`;
  const signature = Buffer.concat([signer.id, sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n\u2014 ${signer.name} ${signature.toString('base64')}\n`;
}

/** Reads a note whose text is a checkpoint; undefined for any other. Signatures are not checked. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const lines = partsOf(note)?.text.split('\n').slice(0, -1) ?? [];
  const [origin = '', size = '', root = '', ...more] = lines;
  const hash = unbase64(root);
  const isOne = origin !== '' && /^(0|[1-9]\d{0,14})$/.test(size) && !more.includes('');
  return isOne && hash?.length === HASH_BYTES
    ? { origin, size: Number(size), root: hash }
    : undefined;
}

/** Whether the note bears a signature of this verifier over its text. */
export function isSignedBy(note: string, { name, id, key }: Verifier): boolean {
  const { text, signatures } = partsOf(note) ?? { text: '', signatures: [] };
  return signatures.some((signature) => {
    if (signature.name !== name || !signature.bytes.subarray(0, ID_BYTES).equals(id)) return false;
    return verify(null, Buffer.from(text), key, signature.bytes.subarray(ID_BYTES));
  });
}

interface Signature {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A note ends with signature lines behind its last empty line; all of them must be well formed. */
function partsOf(note: string): { text: string; signatures: Signature[] } | undefined {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || /[^\n\P{Cc}]/u.test(note)) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map((line): Signature | undefined => {
    const [, name, encoded] = SIGNATURE.exec(line) ?? [];
    const bytes = encoded && unbase64(encoded);
    return name && bytes && bytes.length > ID_BYTES ? { name, bytes } : undefined;
  });
  if (signatures.includes(undefined)) return undefined;
  return { text: note.slice(0, end + 1), signatures: signatures as Signature[] };
}

const idOf = (name: string, raw: Buffer): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(ED25519)
    .update(raw)
    .digest()
    .subarray(0, ID_BYTES);

const rawOf = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);

/** Undefined where it is not exactly how these bytes are written. */
function unbase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
