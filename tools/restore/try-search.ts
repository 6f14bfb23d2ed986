import { Progress } from '@feusa/event-log/subscription/progress';
import type { BackupPorts } from '@feusa/profiles/backup';
import { StartFault } from '@feusa/platform/start-fault';
import { checkIndex } from '@feusa/query/consistency/check-index';
import { Indexer } from '@feusa/search-indexer/indexer';

/** Fills an index in memory from the log and compares each person in it. Answers with how many. */
export async function tryOutSearch({ store, openSearch }: BackupPorts): Promise<number> {
  const search = await openSearch();
  try {
    const indexed = new Progress();
    await new Indexer(search, store, indexed).checkpoint();
    const check = { search, indexed, store, waiting: new Set<string>() };
    const { compared, drifts } = await checkIndex(check);
    const [first] = drifts;
    if (first) throw new StartFault(`The search index, ${first.id}: ${first.detail}.`);
    return compared;
  } finally {
    await search.close();
  }
}
