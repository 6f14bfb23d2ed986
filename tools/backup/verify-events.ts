import { readCheckpoint } from '@feusa/transparency/checkpoint';
import { EventsCheck, type Known } from './check-events.js';
import { DamagedBackup, EVENTS, partOf, partOfTable, type Manifest } from './format.js';
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
