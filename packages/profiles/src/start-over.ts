import { existsSync } from 'node:fs';
import path from 'node:path';
import { openAsOwner, type DatabaseUrls } from './access.js';
import { openPool } from '@feusa/platform/postgres/pool';
import { openConnections } from './prepare-database.js';
import { StartFault } from '@feusa/platform/start-fault';
import { readCheckpoint, readVerifierKey } from '@feusa/transparency/checkpoint';
import { isStatementOf } from '@feusa/transparency/guard/acceptances';
import { WITNESS_KEY } from '@feusa/transparency/signer';
import { openFileMemory } from '@feusa/transparency/witness/file';
import { openPostgresMemory } from '@feusa/transparency/witness/postgres';
import type { WitnessMemory } from '@feusa/transparency/witness/port';

/** What an operator of a witness says; `log` is the key of the log that is started over with. */
export interface StartingOver {
  readonly log: string;
  readonly statement: string;
  readonly by: string;
  readonly reason: string;
}

/** Where a witness remembers: a directory of its own, or the database of an installation. */
export type MemoryLocation = { readonly dir: string } | DatabaseUrls;

/**
 * Has a witness start over with a log that has said, by its own key, that it goes on otherwise. Answers with
 * the size of what the witness forgets, undefined where it did not know the log.
 * @throws StartFault where the log has not said so, this statement was used before, or no witness is there
 */
export async function startOver(
  place: MemoryLocation,
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
  place: MemoryLocation,
): Promise<{ memory: WitnessMemory; close(): Promise<void> }> {
  if ('dir' in place) {
    if (!existsSync(path.join(place.dir, WITNESS_KEY)))
      throw new StartFault(`There is no witness in ${place.dir}.`);
    const memory = await openFileMemory(place.dir);
    return { memory, close: () => memory.close() };
  }
  // Only the owner of the tables may make a witness forget.
  const url = await openAsOwner(place);
  const pool = openPool({ url, max: 1, name: 'start-over' });
  return { memory: openPostgresMemory(await openConnections(pool)), close: () => pool.end() };
}
