import { readCheckpoint } from '@feusa/transparency/checkpoint';
import { EventsCheck, type Known } from './check-events.js';
import {
  DamagedBackup,
  EVENTS,
  hasPart,
  partOf,
  partOfTable,
  type Manifest,
  type Part,
} from './format.js';
import { recordOf } from './lines.js';
import { readPart } from './part.js';
import { count } from './steps.js';

/**
 * Every event with its chain, and the tree at what is known of it and at all that was signed of it.
 * @throws DamagedBackup
 */
export async function verifyEvents(
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
  const file = partOfTable('transparency.checkpoints');
  const notes = await rowsIn(dir, partOf(manifest, file));
  return notes.map(({ note }) => {
    const signed = readCheckpoint(note);
    if (!signed) throw new DamagedBackup(`A line of ${file} is no checkpoint.`);
    const name = `the checkpoint that was signed of ${signed.size} events`;
    return { size: signed.size, root: signed.root, name };
  });
}

/** By which the key of the log took the place of others, since it was accepted last; an older backup has none. */
export async function successionsIn(dir: string, manifest: Manifest): Promise<string[]> {
  const file = partOfTable('transparency.successions');
  if (!hasPart(manifest, file)) return [];
  const rows = await rowsIn(dir, partOf(manifest, file));
  const newest = Math.max(0, ...rows.map(({ epoch }) => epoch));
  return rows.filter(({ epoch }) => epoch === newest).map(({ note }) => note);
}

interface Row {
  readonly note: string;
  readonly epoch: number;
}

async function rowsIn(dir: string, part: Part): Promise<Row[]> {
  const found: Row[] = [];
  for await (const rows of readPart(dir, part)) found.push(...rows.map(readRow));
  return found;
}

function readRow(row: string): Row {
  try {
    const { note = '', epoch = 0 } = JSON.parse(row) as Partial<Row>;
    return { note, epoch };
  } catch {
    return { note: '', epoch: 0 };
  }
}
