import { Progress } from '@feusa/adapters/event-log/progress';
import type { BackupPorts } from '@feusa/adapters/open/backup';
import { StartFault } from '@feusa/adapters/start-fault';
import { idOf } from '@feusa/contracts/events';
import { Indexer } from '@feusa/search-indexer/indexer';

const TRIED = 100;
const FOUND_AMONG = 100;

/** Fills an index in memory from the log and looks people up in it. Answers with how many. */
export async function tryOutSearch({ store, openSearch }: BackupPorts): Promise<number> {
  const search = await openSearch();
  try {
    await new Indexer(search, store, new Progress()).checkpoint();
    const newest = await store.readLatest('employee', { after: 'employee-', limit: TRIED });
    let tried = 0;
    for (const event of newest) {
      if (event.type !== 'EmployeeAdded' && event.type !== 'EmployeeUpdated') continue;
      if (!event.data.email.includes('@')) continue;
      const { ids } = await search.search(event.data.email, { size: FOUND_AMONG });
      if (!ids.includes(idOf(event.stream)))
        throw new StartFault(`The search index does not find the person ${idOf(event.stream)}.`);
      tried += 1;
    }
    return tried;
  } finally {
    await search.close();
  }
}
