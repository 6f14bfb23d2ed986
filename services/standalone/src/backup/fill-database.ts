import { SAVED_TABLES, type Filling } from '@feusa/adapters/backup/port';
import { DamagedBackup, EVENTS, partOf, partOfTable, type Keys, type Manifest } from './format.js';
import { recordOf } from './lines.js';
import { readPart } from './part.js';

/** A backup that has been verified, and its keys beside it. */
export interface Source {
  readonly dir: string;
  readonly manifest: Manifest;
  readonly secret: { readonly dir: string; readonly keys: Keys };
}

/** Fills the database in one transaction. */
export async function fillDatabase(
  filling: Filling,
  { dir, manifest, secret }: Source,
): Promise<void> {
  for (const table of SAVED_TABLES.secret)
    for await (const rows of readPart(secret.dir, partOf(secret.keys, partOfTable(table))))
      await filling.rows(table, rows);
  const { position, hash } = manifest.head;
  let left = position;
  for await (const lines of readPart(dir, partOf(manifest, EVENTS))) {
    const records = lines.slice(0, left).map((line) => recordOf(line));
    left -= records.length;
    if (records.length > 0) await filling.append(records.map((each) => each ?? broken()));
  }
  for (const table of SAVED_TABLES.plain)
    for await (const rows of readPart(dir, partOf(manifest, partOfTable(table))))
      await filling.rows(table, rows);
  await filling.commit({ position, hash: Buffer.from(hash, 'hex') });
}

function broken(): never {
  throw new DamagedBackup(`${EVENTS} is not what was written.`);
}
