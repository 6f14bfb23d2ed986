import { isSignedBy, readCheckpoint, type Verifier } from '@feusa/transparency/checkpoint';
import { readVerifier, readTrusted } from '../verify-log/trusted-checkpoint.js';
import { atOnce } from './at-once.js';
import type { Known } from './check-events.js';
import { blobsIn, checkBlob, openCopy } from './copy-blob.js';
import {
  DamagedBackup,
  EVENTS,
  MANIFEST,
  readManifest,
  sealText,
  type Manifest,
} from './format.js';
import type { KeyDirectory } from './key-directory.js';
import { checkPart } from './part.js';
import { count, type Steps } from './steps.js';
import { successionsIn, verifyEvents } from './verify-events.js';
import { verifyKeys } from './verify-keys.js';

export interface VerifyOptions {
  readonly dir: string;
  /** Where the keys are; `false` where they are kept elsewhere. */
  readonly keys: string | false;
  /** A file with who may read the keys. */
  readonly identity?: string | undefined;
  /** Files with checkpoints that were kept elsewhere. */
  readonly checkpoints?: readonly string[];
  /** `NAME+ID+KEY`: who must have signed them and the backup's own, the backup's own key if left out. */
  readonly key?: string | undefined;
}

export interface Verified {
  readonly manifest: Manifest;
  readonly keys: KeyDirectory | undefined;
  /** The largest tree that a checkpoint from elsewhere is of; the backup may be older. */
  readonly witnessed: Known | undefined;
}

/** A backup whose manifest and keys are verified; its events, other parts and files are not yet. */
export interface OpenedBackup extends Verified {
  /** The trees that its events must have. */
  readonly known: readonly Known[];
}

/**
 * Reads what a backup says of itself, and its keys, which is soon done however large it is.
 * @throws DamagedBackup, and StartFault where the keys or a checkpoint cannot be read
 */
export async function openVerified(options: VerifyOptions): Promise<OpenedBackup> {
  const { dir } = options;
  const { manifest, text, seal } = await readManifest(dir);
  const verifier = readVerifier(options.key ?? manifest.key);
  if (!isSignedBy(seal, verifier) || !seal.startsWith(`${sealText(text)}\n`))
    throw new DamagedBackup(`${MANIFEST} is not what was written and signed by ${verifier.name}.`);
  const successions = await successionsIn(dir, manifest);
  const kept = await keptIn(options.checkpoints ?? [], verifier, successions);
  const { keys: keysDir, identity } = options;
  const keys =
    keysDir === false ? undefined : await verifyKeys({ dir: keysDir, identity }, manifest);
  const known = [ownOf(manifest, verifier), ...kept];
  const witnessed = kept.reduce<Known | undefined>(
    (largest, each) => (largest && largest.size >= each.size ? largest : each),
    undefined,
  );
  return { manifest, keys, witnessed, known };
}

/** Reads the rest of a backup from end to end. @throws DamagedBackup that names what is wrong */
export async function verifyContent(
  dir: string,
  { manifest, known }: OpenedBackup,
  steps: Steps,
): Promise<void> {
  await steps.step(
    'Events of the backup',
    () => verifyEvents(dir, manifest, known),
    () => count(manifest.head.position, 'event'),
  );
  await steps.step('Other parts of the backup', async () => {
    const rest = manifest.parts.filter(({ file }) => file !== EVENTS);
    for (const part of rest) await checkPart(dir, part);
  });
  await steps.step(
    'Files of the backup',
    () => checkBlobs(dir, manifest),
    () => count(manifest.blobs.count, 'file'),
  );
}

/**
 * Reads a backup from end to end: every part, every file, every event with its chain, and its tree at every
 * checkpoint that is known. Nothing is changed.
 * @throws DamagedBackup that names what is wrong
 */
export async function verifyBackup(options: VerifyOptions, steps: Steps): Promise<Verified> {
  const opened = await openVerified(options);
  await verifyContent(options.dir, opened, steps);
  return opened;
}

async function keptIn(
  files: readonly string[],
  verifier: Verifier,
  successions: readonly string[],
): Promise<Known[]> {
  const all = files.map(async (file): Promise<Known> => {
    const { size, root } = await readTrusted(file, verifier, successions);
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

async function checkBlobs(dir: string, manifest: Manifest): Promise<void> {
  const check = async ({ sha256, size }: { sha256: string; size: number }) => {
    const is = await checkBlob(await openCopy(dir, sha256), sha256, dir);
    if (is !== size) throw new DamagedBackup(`The file ${sha256} has ${is} bytes and had ${size}.`);
  };
  for await (const some of atOnce(blobsIn(dir, manifest), check)) void some;
}
