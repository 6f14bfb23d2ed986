import { groupBy } from '@feusa/contracts/group-by';
import { besideRecord, type EmployeeRecord } from '@feusa/contracts/employees';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { normalEmail } from '@feusa/contracts/text';
import type { EventStore } from '@feusa/event-log/store/port';

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
  const newest = await store.readLatest('employee');
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

function recordIn(event: StoredEvent): EmployeeRecord | undefined {
  const isRecord = event.type === 'EmployeeAdded' || event.type === 'EmployeeUpdated';
  return isRecord ? event.data : undefined;
}
