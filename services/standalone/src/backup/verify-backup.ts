import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SIGNING_KEY } from '@feusa/adapters/open-backup';
import {
  isSignedBy,
  readCheckpoint,
  verifierKey,
  verifierOf,
  type Verifier,
} from '@feusa/adapters/transparency/checkpoint';
import { readVerifier, readWitness } from '../witness.js';
import { atOnce } from './at-once.js';
import { EventsCheck, type Known } from './check-events.js';
import { checkBlob, openCopy } from './copy-blob.js';
import {
  BLOB_LIST,
  DamagedBackup,
  EVENTS,
  keysBeside,
  MANIFEST,
  partOfTable,
  readKeys,
  readManifest,
  sealText,
  type Keys,
  type Manifest,
  type Part,
} from './format.js';
import { recordOf } from './lines.js';
import { readPart } from './part.js';
import { count, type Steps } from './steps.js';

export interface VerifyOptions {
  readonly dir: string;
  /** Where the keys are, `DIR.keys` if left out; `false` where they are kept elsewhere. */
  readonly keys?: string | false | undefined;
  /** Files with checkpoints that were kept elsewhere. */
  readonly checkpoints?: readonly string[];
  /** `NAME+ID+KEY`: who must have signed them and the backup's own, the backup's own key if left out. */
  readonly key?: string | undefined;
}

export interface Verified {
  readonly manifest: Manifest;
  readonly keys: Keys | undefined;
  /** The largest tree that a checkpoint from elsewhere is of; the backup may be older. */
  readonly witnessed: Known | undefined;
}

/**
 * Reads a backup from end to end: every part, every file, every event with its chain, and its tree at every
 * checkpoint that is known. Nothing is changed.
 * @throws DamagedBackup that names what is wrong
 */
export async function verifyBackup(options: VerifyOptions, steps: Steps): Promise<Verified> {
  const { dir } = options;
  const { manifest, text, seal } = await readManifest(dir);
  const verifier = readVerifier(options.key ?? manifest.key);
  if (!isSignedBy(seal, verifier) || !seal.startsWith(`${sealText(text)}\n`))
    throw new DamagedBackup(`${MANIFEST} is not what was written and signed by ${verifier.name}.`);
  const kept = await keptIn(options.checkpoints ?? [], verifier);
  const keys = await keysOf(options, manifest);
  const known = [ownOf(manifest, verifier), ...kept];
  await steps.step(
    'Events of the backup',
    () => checkEvents(dir, manifest, known),
    () => count(manifest.head.position, 'event'),
  );
  await steps.step('Other parts of the backup', async () => {
    const rest = manifest.parts.filter(({ file }) => file !== EVENTS);
    for (const part of rest) await readToEnd(dir, part);
    for (const part of keys?.keys.parts ?? []) await readToEnd(keys!.dir, part);
  });
  await steps.step(
    'Files of the backup',
    () => checkBlobs(dir, manifest),
    () => count(manifest.blobs.count, 'file'),
  );
  const witnessed = kept.reduce<Known | undefined>(
    (largest, each) => (largest && largest.size >= each.size ? largest : each),
    undefined,
  );
  return { manifest, keys: keys?.keys, witnessed };
}

async function keptIn(files: readonly string[], verifier: Verifier): Promise<Known[]> {
  const all = files.map(async (file): Promise<Known> => {
    const { size, root } = await readWitness(file, verifier);
    return { size, root, name: `the checkpoint in ${file}` };
  });
  return Promise.all(all);
}

/** The tree that was signed when the backup was made. */
function ownOf({ checkpoint, head }: Manifest, verifier: Verifier): Known {
  const own = readCheckpoint(checkpoint);
  if (own?.size !== head.position)
    throw new DamagedBackup('The checkpoint of the backup is not of its events.');
  if (!isSignedBy(checkpoint, verifier))
    throw new DamagedBackup(`The checkpoint of the backup is not signed by ${verifier.name}.`);
  return { size: own.size, root: own.root, name: 'the checkpoint that was signed with the backup' };
}

async function keysOf({ dir, keys: at }: VerifyOptions, { id, key, keys: digest }: Manifest) {
  if (at === false) return undefined;
  const place = at ?? keysBeside(dir);
  const { keys, text } = await readKeys(place);
  if (keys.id !== id) throw new DamagedBackup(`The keys in ${place} are of another backup.`);
  const is = createHash('sha256').update(text).digest('hex');
  if (is !== digest) throw new DamagedBackup(`${MANIFEST} in ${place} is not what was written.`);
  await refuseOtherSigner(place, key);
  return { dir: place, keys };
}

/** A backup that somebody has signed with a key of their own names that one. */
async function refuseOtherSigner(place: string, key: string): Promise<void> {
  const { name } = readVerifier(key);
  try {
    const signingKey = await readFile(path.join(place, SIGNING_KEY), 'utf8');
    if (verifierKey(verifierOf(name, signingKey)) === key) return;
  } catch {
    // It cannot be read as a key.
  }
  throw new DamagedBackup(`${SIGNING_KEY} in ${place} is not the key that signed the backup.`);
}

export function partOf({ parts }: { readonly parts: readonly Part[] }, file: string): Part {
  const part = parts.find((each) => each.file === file);
  if (part) return part;
  throw new DamagedBackup(`The manifest does not name ${file}.`);
}

async function checkEvents(
  dir: string,
  manifest: Manifest,
  known: readonly Known[],
): Promise<void> {
  const signed = await signedIn(dir, manifest);
  const check = new EventsCheck([...known, ...signed]);
  const size = manifest.head.position;
  for await (const lines of readPart(dir, partOf(manifest, EVENTS))) {
    for (const line of lines) {
      // Behind the events stands the checkpoint, which is in the manifest too.
      const fault = check.head.position < size ? check.add(recordOf(line)) : undefined;
      if (fault) throw new DamagedBackup(`${EVENTS} is not what was written: ${fault}.`);
    }
  }
  const { position, hash } = check.head;
  if (position < size)
    throw new DamagedBackup(`${EVENTS} has ${position} of ${count(size, 'event')}.`);
  if (hash.toString('hex') !== manifest.head.hash)
    throw new DamagedBackup('The events do not end with the head that the manifest names.');
}

/** All that was signed of the log, by the table that the product keeps of it. */
async function signedIn(dir: string, manifest: Manifest): Promise<Known[]> {
  const known: Known[] = [];
  const file = partOfTable('transparency.checkpoints');
  for await (const rows of readPart(dir, partOf(manifest, file))) {
    for (const row of rows) {
      const signed = readCheckpoint(noteIn(row));
      if (!signed) throw new DamagedBackup(`A line of ${file} is no checkpoint.`);
      const name = `the checkpoint that was signed of ${signed.size} events`;
      known.push({ size: signed.size, root: signed.root, name });
    }
  }
  return known;
}

function noteIn(row: string): string {
  try {
    return (JSON.parse(row) as { readonly note: string }).note ?? '';
  } catch {
    return '';
  }
}

async function readToEnd(dir: string, part: Part): Promise<void> {
  for await (const lines of readPart(dir, part)) void lines;
}

/** The names and sizes of the files in a backup, in pages. */
export async function* blobsIn(dir: string, manifest: Manifest) {
  for await (const lines of readPart(dir, partOf(manifest, BLOB_LIST)))
    yield lines.map(
      (line) => JSON.parse(line) as { readonly sha256: string; readonly size: number },
    );
}

async function checkBlobs(dir: string, manifest: Manifest): Promise<void> {
  const check = async ({ sha256, size }: { sha256: string; size: number }) => {
    const is = await checkBlob(await openCopy(dir, sha256), sha256, dir);
    if (is !== size) throw new DamagedBackup(`The file ${sha256} has ${is} bytes and had ${size}.`);
  };
  for await (const some of atOnce(blobsIn(dir, manifest), check)) void some;
}
