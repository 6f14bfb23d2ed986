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

/** How a key signs: checkpoints as a log does, or with a time as witnesses do (C2SP cosignature/v1). */
export type Algorithm = typeof LOG | typeof WITNESS;
export const LOG = 1;
export const WITNESS = 4;
const ID_BYTES = 4;
const TIME_BYTES = 8;
/** What a raw public key is without in DER. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const NAME = /^[^\s+\p{Cc}]+$/u;
const SIGNATURE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;

/** Somebody whose signature counts. */
export interface Verifier {
  readonly name: string;
  readonly id: Buffer;
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
}

/** A key that the log has or had. */
export interface LogKey extends Verifier {
  /** `NAME+ID+KEY` of the one that took its place, where it was handed over. */
  readonly turnedInto?: string | undefined;
}

/** A checkpoint that was read; whose signatures it has is another question. */
export interface Checkpoint extends TreeHead {
  readonly origin: string;
}

/** Whether signers and logs can be called so: without spaces and plus signs. */
export const isKeyName = (name: string): boolean => NAME.test(name);

/** Who can check what this private key signs. */
export function verifierOf(
  name: string,
  privateKey: KeyLike,
  algorithm: Algorithm = LOG,
): Verifier {
  const key = createPublicKey(privateKey);
  return { name, id: idOf(name, algorithm, rawOf(key)), key, algorithm };
}

/** `NAME+ID+KEY`, as auditors keep it. */
export const verifierKey = ({ name, id, key, algorithm }: Verifier): string => {
  const encoded = Buffer.concat([Buffer.of(algorithm), rawOf(key)]).toString('base64');
  return `${name}+${id.toString('hex')}+${encoded}`;
};

/** Reads `NAME+ID+KEY`; undefined for another text or algorithm, and where the id is not of the key. */
export function readVerifierKey(text: string, algorithm: Algorithm = LOG): Verifier | undefined {
  const [, name = '', id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text.trim()) ?? [];
  const key = unbase64(encoded);
  if (!isKeyName(name) || key?.length !== 1 + HASH_BYTES) return undefined;
  const raw = key.subarray(1);
  const der = { key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' } as const;
  const verifier = { name, id: idOf(name, algorithm, raw), key: createPublicKey(der), algorithm };
  const isItself = key[0] === algorithm && verifier.id.toString('hex') === id;
  return isItself ? verifier : undefined;
}

/** The signed text of a checkpoint; the signer's name is the log's origin. */
export const signNote = ({ size, root }: TreeHead, signer: Verifier, privateKey: KeyLike): string =>
  signText(`${signer.name}\n${size}\n${root.toString('base64')}\n`, signer, privateKey);

/** A signed note of any text that ends its last line. */
export function signText(text: string, signer: Verifier, privateKey: KeyLike): string {
  return `${text}\n${lineOf(signer, sign(null, Buffer.from(text), privateKey))}`;
}

/** A witness's signature line over a checkpoint, as of a time in seconds since 1970. */
export function cosign(note: string, witness: Verifier, key: KeyLike, seconds: number): string {
  const { text } = partsOf(note) ?? { text: '' };
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = sign(null, cosigned(text, BigInt(seconds)), key);
  return lineOf(witness, Buffer.concat([time, signature]));
}

const cosigned = (text: string, seconds: bigint) =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

const lineOf = ({ name, id }: Verifier, signature: Buffer) =>
  `\u2014 ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;

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
export const isSignedBy = (note: string, verifier: Verifier): boolean =>
  lineBy(note, verifier) !== '';

/** The signature line of this verifier over the note's text; empty where there is none. */
export const lineBy = (note: string, verifier: Verifier): string =>
  linesBy(note, [verifier])?.join('') ?? '';

/**
 * Who of the known has signed the note, as `note.Open` of golang.org/x/mod/sumdb/note finds it: where a line
 * by one of them is not over its text, nothing of the note is believed, and this is undefined.
 */
export const signersOf = (
  note: string,
  known: readonly Verifier[],
): readonly Verifier[] | undefined => {
  const lines = linesBy(note, known);
  return lines && known.filter((_, index) => lines[index] !== '');
};

/** The line of each, empty where there is none. What somebody signs twice counts once, and the first time. */
function linesBy(note: string, known: readonly Verifier[]): string[] | undefined {
  const { text, signatures } = partsOf(note) ?? { text: '', signatures: [] };
  const lines = known.map((verifier) => {
    const own = signatures.find(({ name, bytes }) => isOf(verifier, name, bytes));
    const signature = own?.bytes.subarray(ID_BYTES);
    if (!signature) return '';
    return isOver(text, signature, verifier) ? lineOf(verifier, signature) : undefined;
  });
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

const isOf = ({ name, id }: Verifier, signer: string, bytes: Buffer): boolean =>
  signer === name && bytes.subarray(0, ID_BYTES).equals(id);

function isOver(text: string, signature: Buffer, { key, algorithm }: Verifier): boolean {
  if (algorithm === LOG) return verify(null, Buffer.from(text), key, signature);
  if (signature.length <= TIME_BYTES) return false;
  const message = cosigned(text, signature.readBigUInt64BE());
  return verify(null, message, key, signature.subarray(TIME_BYTES));
}

interface Signature {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Whether a note has a line that says it is by this key; whether it is over the text is not looked at. */
export const namesSigner = (note: string, { name, id }: Pick<Verifier, 'name' | 'id'>): boolean =>
  note.includes(beginOfLine({ name, id }));

/** How the line of a signature begins: the bits of the key's id that fill whole characters. */
export const beginOfLine = ({ name, id }: Pick<Verifier, 'name' | 'id'>): string =>
  `\n\u2014 ${name} ${id.toString('base64').slice(0, 5)}`;

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

const idOf = (name: string, algorithm: Algorithm, raw: Buffer): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(algorithm))
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
