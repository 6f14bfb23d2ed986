import { ReadDatabase } from '../read-model/database.js';
import { differencesBetween, WITHOUT_HURRY } from '../read-model/differences.js';
import { replay, type LogDatabase } from '../read-model/rebuild.js';
import { HistoryDatabase, PAST_SCHEMA } from './database.js';
import { HistoryProjection } from './history-projection.js';

const SHADOW = 'past_shadow';

/** `differences`: versions that were not what the log says. */
export interface RebuiltHistory {
  readonly events: number;
  readonly seconds: number;
  readonly differences: number;
}

/**
 * Writes the past anew beside the one that is asked, compares the two at the same position and swaps them
 * at once. `onProgress` gets events done and events in all.
 */
export async function rebuildHistory(
  { url, role, store }: LogDatabase,
  onProgress?: (done: number, of: number) => void,
): Promise<RebuiltHistory> {
  const started = performance.now();
  const database = await ReadDatabase.open(url, { role });
  const [live, shadow] = [new HistoryDatabase(database), new HistoryDatabase(database, SHADOW)];
  try {
    await live.prepare();
    await shadow.create();
    const { position: events } = await store.head();
    const historyProjection = new HistoryProjection(shadow);
    await replay(store, historyProjection, { upTo: events, ...(onProgress && { onProgress }) });
    const seconds = (performance.now() - started) / 1000;
    const differences = await database.source.transaction(async (manager) => {
      await manager.query(WITHOUT_HURRY);
      await manager.query(`lock table "${PAST_SCHEMA}".progress in exclusive mode`);
      await replay(store, historyProjection, { upTo: await live.checkpoint() });
      // Only up to where the one that is asked has come.
      const { rows } = await differencesBetween(manager, {
        live: `"${PAST_SCHEMA}".versions`,
        replayed: `"${SHADOW}".versions`,
        where: `r.position <= (select position from "${PAST_SCHEMA}".progress)`,
      });
      await manager.query(`drop schema "${PAST_SCHEMA}" cascade`);
      await manager.query(`alter schema "${SHADOW}" rename to "${PAST_SCHEMA}"`);
      return rows;
    });
    return { events, seconds, differences };
  } finally {
    await database.close();
  }
}
