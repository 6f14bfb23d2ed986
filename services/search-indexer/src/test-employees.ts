import { randomUUID } from 'node:crypto';
import { append, sample } from '@feusa/event-log/store/test-samples';
import type { EventStore } from '@feusa/event-log/store/port';
import type { EmployeeRecord } from '@feusa/contracts/employees';
import { streamOf, type DomainEvent, type StoredEvent } from '@feusa/contracts/events';

/** People in a log, with the last version of each. */
export class TestEmployees {
  readonly versions = new Map<string, number>();

  constructor(private readonly store: EventStore) {}

  get ids(): string[] {
    return [...this.versions.keys()];
  }

  /** People whose last names begin with A, each with a number of their own. */
  async add(count: number): Promise<string[]> {
    const from = this.versions.size;
    const ids = Array.from({ length: count }, () => randomUUID());
    const event = (i: number) => added(`A${from + i}`);
    await this.append(ids.map((id, i) => [id, event(i)]));
    return ids;
  }

  update(id: string, lastName: string): Promise<StoredEvent[]> {
    return this.append([[id, { type: 'EmployeeUpdated', data: recordOf(lastName) }]]);
  }

  remove(...ids: string[]): Promise<StoredEvent[]> {
    return this.append(ids.map((id) => [id, { type: 'EmployeeRemoved', data: {} }]));
  }

  restore(...ids: string[]): Promise<StoredEvent[]> {
    return this.append(ids.map((id) => [id, { type: 'EmployeeRestored', data: {} }]));
  }

  /** Appends one event for each; `at` is ISO-8601. */
  async append(events: readonly (readonly [string, DomainEvent])[], at = new Date().toISOString()) {
    const unplaced = events.map(([id, event]) => {
      const version = (this.versions.get(id) ?? 0) + 1;
      this.versions.set(id, version);
      return sample(streamOf('employee', id), version, event, { at });
    });
    const recorded = await append(this.store, unplaced);
    return recorded.map(({ event }) => event);
  }
}

export const added = (lastName: string): DomainEvent => ({
  type: 'EmployeeAdded',
  data: recordOf(lastName),
});

const recordOf = (lastName: string): EmployeeRecord => ({
  ...{ firstName: 'Zbigniew', lastName, email: `${lastName.slice(0, 40)}@feusa.example` },
  ...{ role: 'Mechanic', location: 'Poznań', department: 'Workshop', manager: 'Sam Miller' },
  phoneNumber: '+48 600 100 200',
});
