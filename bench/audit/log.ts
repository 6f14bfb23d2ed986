import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import type { EventStore, NewEvent } from '@feusa/event-log/store/port';
import { openPool } from '@feusa/platform/postgres/pool';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { openTransparentLog } from '@feusa/transparency/postgres';
import { openSigner } from '@feusa/transparency/signer';
import { companyHistory } from './history.js';

const AT_ONCE = 1000;

/** A log of so many events with its tree, in a database of its own. */
export type BigLog = Awaited<ReturnType<typeof openBigLog>>;

export async function openBigLog(url: string, directory: string) {
  const [role] = await prepareDatabase(url);
  const pool = openPool({ url, max: 3, name: 'bench', ...(role && { role }) });
  const store = openPostgresEventStore(pool, testKeys(pool));
  const log = { error: (fault: unknown) => console.error(fault) } as never;
  const tree = openTransparentLog({ pool, signer: await openSigner(directory), log });
  return {
    ...{ url, role, pool, store, tree },
    fill: (events: number) => fill(store, events),
    /** Seconds that the tree over all events takes where there was none. */
    async grow(): Promise<number> {
      const { position } = await store.head();
      const started = performance.now();
      await tree.maintainer.handle(await store.read(position - 1, 1));
      return (performance.now() - started) / 1000;
    },
    close: () => pool.end(),
  };
}

async function fill(store: EventStore, count: number): Promise<void> {
  let batch: NewEvent[] = [];
  const append = async () => {
    const nothing = { folders: new Map(), answers: [] };
    await store.append({ expected: await store.head(), events: batch, ...nothing });
    batch = [];
  };
  for (const event of companyHistory(count)) {
    batch.push(event);
    if (batch.length === AT_ONCE) await append();
  }
  if (batch.length > 0) await append();
}
