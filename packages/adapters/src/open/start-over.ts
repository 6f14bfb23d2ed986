import { openAsOwner, type DatabaseUrls } from '../postgres/access.js';
import { openPool } from '../postgres/pool.js';
import { StartFault } from '../start-fault.js';
import { readCheckpoint, readVerifierKey } from '../transparency/checkpoint.js';
import { isStatementOf } from '../transparency/guard/acceptances.js';
import { openFileMemory } from '../transparency/witness/file.js';
import { openPostgresMemory } from '../transparency/witness/postgres.js';
import type { WitnessMemory } from '../transparency/witness/port.js';

/** What an operator of a witness says; `log` is the key of the log that is started over with. */
export interface StartingOver {
  readonly log: string;
  readonly statement: string;
  readonly by: string;
  readonly reason: string;
}

/** Where a witness remembers: a directory of its own, or the database of an installation. */
export type MemoryPlace = { readonly dir: string } | DatabaseUrls;

/**
 * Has a witness start over with a log that has said, by its own key, that it goes on otherwise. Answers with
 * the size of what the witness forgets, undefined where it did not know the log.
 * @throws StartFault where the log has not said so, or this statement was used before
 */
export async function startOver(
  place: MemoryPlace,
  { log, statement, by, reason }: StartingOver,
): Promise<number | undefined> {
  const verifier = readVerifierKey(log);
  if (!verifier) throw new StartFault(`This is no NAME+ID+KEY of a log: ${log}`);
  const { name: origin } = verifier;
  if (!isStatementOf(statement, verifier)) {
    throw new StartFault(`The statement is not one of accept-log, signed by ${origin}.`);
  }
  const { memory, close } = await openMemory(place);
  try {
    const before = await memory.startedOver(origin);
    if (before.some((each) => each.statement === statement)) {
      throw new StartFault('The witness has started over by this statement before.');
    }
    const was = await memory.startOver({ origin, by, reason, statement });
    return was === undefined ? undefined : readCheckpoint(was)?.size;
  } finally {
    await close();
  }
}

async function openMemory(
  place: MemoryPlace,
): Promise<{ memory: WitnessMemory; close(): Promise<void> }> {
  if ('dir' in place) {
    const memory = await openFileMemory(place.dir);
    return { memory, close: () => memory.close() };
  }
  // As the owner of the tables: services cannot forget.
  const url = await openAsOwner(place);
  const pool = openPool({ url, max: 1, name: 'start-over' });
  return { memory: openPostgresMemory(pool), close: () => pool.end() };
}
