import { ReadDatabase } from '../read-model/database.js';
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
    const historian = new HistoryProjection(shadow);
    await replay(store, historian, { upTo: events, ...(onProgress && { onProgress }) });
    const seconds = (performance.now() - started) / 1000;
    const differences = await database.source.transaction(async (manager) => {
      await manager.query(`lock table "${PAST_SCHEMA}".progress in exclusive mode`);
      await replay(store, historian, { upTo: await live.checkpoint() });
      const [found] = await manager.query<{ differing: number }[]>(DIFFERING);
      await manager.query(`drop schema "${PAST_SCHEMA}" cascade`);
      await manager.query(`alter schema "${SHADOW}" rename to "${PAST_SCHEMA}"`);
      return found?.differing ?? 0;
    });
    return { events, seconds, differences };
  } finally {
    await database.close();
  }
}

/** Only up to where the one that is asked has come. */
const DIFFERING = `
with reached as (select position from past.progress),
  there as (select v.* from past.versions v),
  right_ones as (select v.* from past_shadow.versions v where v.position <= (select position from reached))
select count(*)::int as differing from (
  (select * from there except select * from right_ones)
  union all (select * from right_ones except select * from there)
) as d`;
