import type { DeadLetter } from '@feusa/event-log/dead-letters/port';
import { errorText } from '@feusa/event-log/dead-letters/error-text';
import type { EventStore } from '@feusa/event-log/store/port';
import { isOutage } from '@feusa/platform/unavailable';
import { ReadDatabase } from '../read-model/database.js';
import { Projector } from '../read-model/projector.js';

const REHEARSAL = 'read_rehearsal';

interface LogDatabase {
  readonly url: string;
  readonly role: string | undefined;
  readonly store: EventStore;
}

/**
 * Tries what redrives of the read model would do, in tables of its own that are dropped afterwards; the
 * live ones are not touched. Answers for each letter with what goes wrong, undefined where nothing does.
 */
export async function rehearse(
  { url, role, store }: LogDatabase,
  letters: readonly DeadLetter[],
): Promise<Map<number, string | undefined>> {
  const outcomes = new Map<number, string | undefined>();
  if (letters.length === 0) return outcomes;
  const database = await ReadDatabase.open(url, { role, schema: REHEARSAL });
  try {
    await database.create();
    const projector = new Projector(database, store);
    for (const letter of letters) outcomes.set(letter.id, await faultOf(projector, store, letter));
    await database.source.query(`drop schema "${REHEARSAL}" cascade`);
  } finally {
    await database.close();
  }
  return outcomes;
}

async function faultOf(
  projector: Projector,
  store: EventStore,
  { stream, fromVersion }: DeadLetter,
): Promise<string | undefined> {
  try {
    const events = await store.readStreams([stream]);
    await projector.redrive(events.filter(({ version }) => version >= fromVersion));
    return undefined;
  } catch (fault) {
    if (isOutage(fault)) throw fault;
    return errorText(fault);
  }
}
