import type { EventStore } from '@feusa/event-log/store/port';
import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import { nameKey, type Who } from '@feusa/domain/employees';

const PAGE = 1000;
/** Rather than so many events of all kinds, the employees alone are read anew. */
const FAR_BEHIND = 10_000;

type Log = Pick<EventStore, 'head' | 'read' | 'readLatest' | 'readStreams'>;

/** Who is in the directory by name and e-mail address, as of the head of a log. */
export class Doubles {
  private static readonly all = new WeakMap<Log, Doubles>();
  private readonly keys = new Map<string, string>();
  private readonly there = new Map<string, Set<string>>();
  private position: number | undefined;

  private constructor(private readonly log: Log) {}

  static of(log: Log): Doubles {
    const known = this.all.get(log) ?? new Doubles(log);
    this.all.set(log, known);
    return known;
  }

  /** Finds another than `id`. */
  async finder(id: string): Promise<(who: Who) => string | undefined> {
    await this.catchUp();
    return (who) => [...(this.there.get(nameKey(who)) ?? [])].find((other) => other !== id);
  }

  private async catchUp(): Promise<void> {
    const { position: head } = await this.log.head();
    if (this.position === undefined || head - this.position > FAR_BEHIND) {
      this.keys.clear();
      this.there.clear();
      for (const event of await this.everybody()) this.take(event);
    } else {
      for (let after = this.position; after < head; after += PAGE)
        for (const event of await this.log.read(after, PAGE)) this.take(event);
    }
    this.position = head;
  }

  /** Those whose newest event does not tell who they are with all their events. */
  private async everybody(): Promise<StoredEvent[]> {
    const newest = await this.log.readLatest('employee');
    const silent = newest.filter((event) => /^Employee(Removed|Restored)$/.test(typeOf(event)));
    return [...newest, ...(await this.log.readStreams(silent.map(({ stream }) => stream)))];
  }

  private take(event: StoredEvent): void {
    if (nounOf(event.stream) !== 'employee') return;
    const id = idOf(event.stream);
    switch (typeOf(event)) {
      case 'EmployeeAdded':
      case 'EmployeeUpdated':
        this.leave(id);
        this.keys.set(id, nameKey(event.data as Who));
        return this.enter(id);
      case 'EmployeeRestored':
        return this.enter(id);
      case 'EmployeeRemoved':
        return this.leave(id);
      case 'PersonErased':
        this.leave(id);
        return void this.keys.delete(id);
    }
  }

  private enter(id: string): void {
    const key = this.keys.get(id);
    if (key === undefined) return;
    const ids = this.there.get(key) ?? new Set();
    this.there.set(key, ids.add(id));
  }

  private leave(id: string): void {
    const key = this.keys.get(id) ?? '';
    const ids = this.there.get(key);
    ids?.delete(id);
    if (ids?.size === 0) this.there.delete(key);
  }
}

/** Nothing for an event that this release cannot read. */
function typeOf(event: StoredEvent): string {
  try {
    return event.type;
  } catch {
    return '';
  }
}
