import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INDEXER } from '@feusa/event-log/subscription/indexed';
import { PARTITIONS } from '@feusa/event-log/kafka/kafka';
import { openProgressRepository } from '@feusa/event-log/subscription/progress-repository';
import { NOTIFY } from '@feusa/event-log/relay/leader';
import type { NewEvent } from '@feusa/event-log/store/port';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { openPool } from '@feusa/platform/postgres/pool';
import { prepareDatabase } from '@feusa/profiles/prepare-database';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { streamOf } from '@feusa/contracts/events';
import { people } from '../data.js';

const AT_ONCE = 500;
const LOOK_EVERY_MS = 2;

/** The log of a product, past its commands. */
export type Log = Awaited<ReturnType<typeof openLog>>;

export async function openLog(url: string) {
  const [role] = await prepareDatabase(url);
  const onError = (fault: Error) => console.error(fault.message);
  const pool = openPool({ url, max: 2, name: 'bench', onError, ...(role && { role }) });
  const store = openPostgresEventStore(pool, testKeys(pool));
  const repository = openProgressRepository(pool);
  const cursor = async () => {
    const { rows } = await pool.query<{ position: string }>('select position from relay.cursor');
    return Number(rows[0]?.position);
  };
  const reach = async (place: () => Promise<number>, position: number) => {
    while ((await place()) < position) await sleep(LOOK_EVERY_MS);
  };
  return {
    url,
    store,
    /** Appends so many people that nobody knew; answers with the position of the last. */
    async add(count: number): Promise<number> {
      const added = people(count).map(addedEvent);
      for (let at = 0; at < count;) {
        const events = added.slice(at, at + AT_ONCE);
        const batch = { expected: await store.head(), events, folders: new Map(), answers: [] };
        if (await store.append(batch)) at += AT_ONCE;
      }
      await pool.query(NOTIFY);
      return (await store.head()).position;
    },
    /** Answers when the relay has brought everything up to here to Kafka. */
    relayed: (position: number) => reach(cursor, position),
    /** Answers when the workers have everything up to here in the index. */
    indexed: (position: number) => reach(() => repository.position(INDEXER, PARTITIONS), position),
    close: () => pool.end(),
  };
}

const addedEvent = (data: ReturnType<typeof people>[number]): NewEvent => ({
  type: 'EmployeeAdded',
  data,
  id: randomUUID(),
  stream: streamOf('employee', randomUUID()),
  version: 1,
  schemaVersion: 1,
  at: new Date().toISOString(),
  actor: 'system',
  commandId: randomUUID(),
  correlationId: 'bench',
});
