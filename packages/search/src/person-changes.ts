import type { EventStore } from '@feusa/event-log/store/port';
import type { PersonDocument, Removal } from './port.js';
import { besideRecord, type EmployeeRecord } from '@feusa/contracts/employees';
import { idOf, type EventType, type StoredEvent } from '@feusa/contracts/events';

/** What takes a person out of the directory. */
export const REMOVALS: readonly EventType[] = ['EmployeeRemoved', 'PersonErased'];

/** What an index is to be told. */
export interface Changes {
  readonly people: PersonDocument[];
  readonly removals: Removal[];
}

type Source = Pick<EventStore, 'readStreams'>;

/** What the newest of these events of each person come to, in any order; others do not matter. */
export async function changesOf(events: readonly StoredEvent[], store: Source): Promise<Changes> {
  const newest = newestOf(events);
  const silent = newest.filter(({ type }) => type === 'EmployeeRestored' || besideRecord.has(type));
  const records = await recordsBefore(silent, store);
  const changes: Changes = { people: [], removals: [] };
  for (const event of newest) {
    const record = isRecord(event) ? event.data : records.get(event.stream);
    if (record) changes.people.push(documentOf(event, record));
    else changes.removals.push(removalOf(event));
  }
  return changes;
}

/** The newest of these events of each person. */
export function newestOf(events: readonly StoredEvent[]): StoredEvent[] {
  const newest = new Map<string, StoredEvent>();
  for (const event of events) {
    const version = newest.get(event.stream)?.version ?? 0;
    const isPerson = event.stream.startsWith('employee-');
    if (isPerson && event.version > version) newest.set(event.stream, event);
  }
  return [...newest.values()];
}

const removalOf = ({ stream, version, at, type }: StoredEvent): Removal => ({
  ...{ id: idOf(stream), version, at },
  ...(type === 'PersonErased' && { erased: true }),
});

const isRecord = (event: StoredEvent) =>
  event.type === 'EmployeeAdded' || event.type === 'EmployeeUpdated';

/** The records of people as they were before these events, by stream. */
async function recordsBefore(
  restored: readonly StoredEvent[],
  store: Source,
): Promise<Map<string, EmployeeRecord>> {
  const records = new Map<string, EmployeeRecord>();
  if (restored.length === 0) return records;
  const until = new Map(restored.map(({ stream, version }) => [stream, version]));
  for (const event of await store.readStreams([...until.keys()])) {
    if (event.version < until.get(event.stream)! && isRecord(event)) {
      records.set(event.stream, event.data);
    }
  }
  return records;
}

function documentOf({ stream, version }: StoredEvent, record: EmployeeRecord): PersonDocument {
  const { firstName, lastName, email, role, location, department, manager, phoneNumber } = record;
  const person = { firstName, lastName, email, role, location, department, manager, phoneNumber };
  const { mobile } = record;
  return { id: idOf(stream), version, ...person, ...(mobile && { mobile }) };
}
