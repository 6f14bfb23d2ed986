import { groupBy } from '@feusa/contracts/group-by';
import { besideRecord, type EmployeeRecord } from '@feusa/contracts/employees';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { normalEmail } from '@feusa/contracts/text';
import type { EventStore } from '@feusa/event-log/store/port';

const PAGE = 1000;

/** Somebody who is there, as the log has them. */
export interface Present {
  readonly id: string;
  readonly version: number;
  readonly record: EmployeeRecord;
}

/** Everybody who is there, by e-mail address in its normal form. */
export async function readPresent(
  store: Pick<EventStore, 'readLatest' | 'readStreams'>,
): Promise<Map<string, Present[]>> {
  const newest: StoredEvent[] = [];
  for await (const events of pages(store)) newest.push(...events);
  const restored = newest.filter(
    ({ type }) => type === 'EmployeeRestored' || besideRecord.has(type),
  );
  const earlier = await store.readStreams(restored.map(({ stream }) => stream));
  const records = new Map<string, EmployeeRecord>();
  for (const event of [...newest, ...earlier]) {
    const record = recordIn(event);
    if (record) records.set(event.stream, record);
  }
  const there = newest.flatMap(({ stream, type, version }) => {
    const record =
      type === 'EmployeeRemoved' || type === 'PersonErased' ? undefined : records.get(stream);
    return record ? [{ id: idOf(stream), version, record }] : [];
  });
  return groupBy(there, ({ record }) => normalEmail(record.email));
}

/** Some at a time, so that others are answered in between. */
async function* pages(store: Pick<EventStore, 'readLatest'>): AsyncGenerator<StoredEvent[]> {
  for (let after = 'employee-'; ;) {
    const events = await store.readLatest('employee', { after, limit: PAGE });
    const last = events.at(-1);
    if (!last) return;
    yield events;
    after = last.stream;
  }
}

function recordIn(event: StoredEvent): EmployeeRecord | undefined {
  const isRecord = event.type === 'EmployeeAdded' || event.type === 'EmployeeUpdated';
  return isRecord ? event.data : undefined;
}
