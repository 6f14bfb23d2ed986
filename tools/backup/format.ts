import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';
import { z } from 'zod';

/** How a backup is laid out: the manifest names every other file; blobs lie in `blobs/ab/<sha256>`. */
export const FORMAT = 'feusa-backup-1';
export const MANIFEST = 'manifest.json';
/** A signed note of the manifest's SHA-256, by the key that signs checkpoints. */
export const SEAL = 'manifest.note';
export const sealText = (manifest: string): string => `${FORMAT}\n${hash('sha256', manifest)}\n`;
export const EVENTS = 'events.ndjson';
/** The blobs, a line each: `{"sha256":…,"size":…}`. */
export const BLOB_LIST = 'blobs.ndjson';
export const partOfTable = (table: string): string => `${table}.ndjson`;
export const blobFile = (dir: string, sha256: string): string =>
  path.join(dir, 'blobs', sha256.slice(0, 2), sha256);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().min(0);

const Part = z.object({
  file: z.string().regex(/^[a-z][a-z._-]*$/),
  /** Lines, where it consists of such. */
  lines: whole,
  size: whole,
  sha256,
});
const TablePrint = z.object({ table: z.string(), rows: whole, sha256 });

const Keys = z.object({ format: z.literal(`${FORMAT}-keys`), id: z.uuid(), parts: z.array(Part) });

const Manifest = z.object({
  format: z.literal(FORMAT),
  id: z.uuid(),
  /** ISO-8601. */
  takenAt: z.string(),
  seconds: z.number(),
  head: z.object({ position: whole, hash: sha256 }),
  /** The signed note of the tree over all of these events, and who can check it. */
  checkpoint: z.string(),
  key: z.string(),
  /** What was written with the log, after all of these events; older backups do not say. */
  constraints: z.array(TablePrint).optional(),
  /** What the running product showed when it had everything up to a position. */
  readModel: z.object({ position: whole, tables: z.array(TablePrint) }).optional(),
  blobs: z.object({ count: whole, bytes: whole }),
  parts: z.array(Part),
  /** The SHA-256 of the manifest of the keys. */
  keys: sha256,
});

export type Part = z.output<typeof Part>;
export type Keys = z.output<typeof Keys>;
export type Manifest = z.output<typeof Manifest>;

/** A backup, or a part of it, that is not what was written. */
export class DamagedBackup extends StartFault {}

/** The manifest as it was read, with its text and the note over that. @throws DamagedBackup */
export async function readManifest(dir: string) {
  const text = await textIn(dir, MANIFEST);
  const manifest = parse(Manifest, text, path.join(dir, MANIFEST));
  return { manifest, text, seal: await textIn(dir, SEAL) };
}

/** The manifest of the keys as it was read, with its text. @throws DamagedBackup */
export async function readKeys(
  dir: string,
): Promise<{ readonly keys: Keys; readonly text: string }> {
  const text = await textIn(dir, MANIFEST);
  return { keys: parse(Keys, text, path.join(dir, MANIFEST)), text };
}

type Parts = { readonly parts: readonly Part[] };

export const hasPart = ({ parts }: Parts, file: string): boolean =>
  parts.some((each) => each.file === file);

/** A part by its file. @throws DamagedBackup where there is none */
export function partOf({ parts }: Parts, file: string): Part {
  const part = parts.find((each) => each.file === file);
  if (part) return part;
  throw new DamagedBackup(`The manifest does not name ${file}.`);
}

async function textIn(dir: string, name: string): Promise<string> {
  const file = path.join(dir, name);
  return readFile(file, 'utf8').catch(() => {
    throw new DamagedBackup(`There is no whole backup in ${dir}: ${file} cannot be read.`);
  });
}

function parse<T>(schema: z.ZodType<T>, text: string, file: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new DamagedBackup(`${file} is not what was written.`);
  }
}
