import { SAVED_TABLES, type Filling } from '@feusa/backup/port';
import {
  DamagedBackup,
  EVENTS,
  hasPart,
  partOf,
  partOfTable,
  type Manifest,
} from '../backup/format.js';
import type { KeyDirectory } from '../backup/key-directory.js';
import { recordOf } from '../backup/lines.js';
import { readPart } from '../backup/part.js';

/** A backup that has been verified, its keys, and who was erased since. */
export interface Source {
  readonly dir: string;
  readonly manifest: Manifest;
  readonly keys: KeyDirectory;
  /** Streams of all that were ever erased: their keys are not brought back. */
  readonly erased: ReadonlySet<string>;
}

const KEYS = 'keys.subjects';

/** Fills the database in one transaction; a table that is younger than the backup stays empty. Answers with how many keys it left out. */
export async function fillDatabase(
  filling: Filling,
  { dir, manifest, keys, erased }: Source,
): Promise<number> {
  let leftOut = 0;
  const isKnown = (row: string) => {
    const { subject } = JSON.parse(row) as { readonly subject: string };
    if (!erased.has(subject)) return true;
    leftOut += 1;
    return false;
  };
  for (const table of SAVED_TABLES.secret.filter((each) => keys.has(partOfTable(each))))
    for await (const rows of keys.lines(partOfTable(table)))
      await filling.rows(table, table === KEYS ? rows.filter(isKnown) : rows);
  const { position, hash } = manifest.head;
  let left = position;
  for await (const lines of readPart(dir, partOf(manifest, EVENTS))) {
    const records = lines.slice(0, left).map((line) => recordOf(line));
    left -= records.length;
    if (records.length > 0) await filling.append(records.map((each) => each ?? broken()));
  }
  for (const table of SAVED_TABLES.plain.filter((each) => hasPart(manifest, partOfTable(each))))
    for await (const rows of readPart(dir, partOf(manifest, partOfTable(table))))
      await filling.rows(table, rows);
  await filling.commit({ position, hash: Buffer.from(hash, 'hex') });
  return leftOut;
}

function broken(): never {
  throw new DamagedBackup(`${EVENTS} is not what was written.`);
}
