import type { EventStore } from '@feusa/event-log/store/port';
import { idOf, nounOf, type DomainEvent, type StoredEvent } from '@feusa/contracts/events';
import { nameOfManager } from '@feusa/contracts/org-chart';
import { normalEmail } from '@feusa/contracts/text';
import { nameKey, type Who } from '@feusa/domain/employees';
import type { Directory } from '@feusa/domain/managers';

const PAGE = 1000;
/** Rather than so many events of all kinds, the employees alone are read anew. */
const FAR_BEHIND = 10_000;

/** Events that do not tell who somebody is. */
const SILENT = /^(Employee(Removed|Restored)|ProfileChange\w+)$/;

/** What the directory is read from. */
export type DirectoryLog = Pick<EventStore, 'head' | 'read' | 'readLatest' | 'readStreams'>;

const KEYS = ['key', 'name', 'email'] as const;
type Key = (typeof KEYS)[number];

/** Ids of those who are there, by what they are called: with their e-mail address, as managers, and by it alone. */
type Called = Readonly<Record<Key, Map<string, Set<string>>>>;

const nobody = (): Called => ({ key: new Map(), name: new Map(), email: new Map() });

interface DirectoryEntry {
  readonly isThere: boolean;
  /** By name and e-mail address. */
  readonly key: string;
  /** As others write it who have them as manager. */
  readonly name: string;
  readonly email: string;
  readonly managerId: string | undefined;
}

/** Who is in the directory, by what they are called, as of the head of a log. */
export class DirectoryIndex {
  private static readonly all = new WeakMap<DirectoryLog, DirectoryIndex>();
  private entries = new Map<string, DirectoryEntry>();
  private ids = nobody();
  private position: number | undefined;
  private reading: Promise<void> = Promise.resolve();
  private readings = 0;

  private constructor(private readonly log: DirectoryLog) {}

  /** At a position, or later. */
  static async at(
    log: DirectoryLog,
    { position }: { readonly position: number },
  ): Promise<DirectoryIndex> {
    const index = DirectoryIndex.all.get(log) ?? new DirectoryIndex(log);
    DirectoryIndex.all.set(log, index);
    if (index.readings === 0 && index.position === position) return index;
    index.readings++;
    const reading = index.reading.then(() => index.catchUp(position));
    index.reading = reading.catch(() => undefined).finally(() => index.readings--);
    await reading;
    return index;
  }

  /** Takes in what was appended right behind a position, which then need not be read. */
  static appended(log: DirectoryLog, after: number, events: readonly StoredEvent[]): void {
    const index = DirectoryIndex.all.get(log);
    const last = events.at(-1);
    if (!index || !last || index.readings > 0 || index.position !== after) return;
    for (const event of events) index.take(event);
    index.position = last.position;
  }

  get(id: string): DirectoryEntry | undefined {
    return this.entries.get(id);
  }

  called(by: Key, text: string): readonly string[] {
    return [...(this.ids[by].get(text) ?? [])];
  }

  private async catchUp(head: number): Promise<void> {
    const { position } = this;
    if (position === undefined || head - position > FAR_BEHIND) {
      const { position: newest } = await this.log.head();
      const anew = new DirectoryIndex(this.log);
      for await (const events of this.everybody()) for (const event of events) anew.take(event);
      ({ entries: this.entries, ids: this.ids } = anew);
      this.position = newest;
    } else {
      for (let after = position; after < head; after += PAGE)
        for (const event of await this.log.read(after, Math.min(PAGE, head - after)))
          this.take(event);
      this.position = Math.max(head, position);
    }
  }

  /** Some at a time; those whose newest event does not tell who they are with all their events. */
  private async *everybody(): AsyncGenerator<StoredEvent[]> {
    for (let after = 'employee-'; ;) {
      const newest = await this.log.readLatest('employee', { after, limit: PAGE });
      const last = newest.at(-1);
      if (!last) return;
      const silent = newest.filter((event) => SILENT.test(typeOf(event)));
      yield [...newest, ...(await this.log.readStreams(silent.map(({ stream }) => stream)))];
      after = last.stream;
    }
  }

  private take(event: StoredEvent): void {
    if (nounOf(event.stream) !== 'employee' || typeOf(event) === '') return;
    const id = idOf(event.stream);
    const before = this.entries.get(id);
    const after = entryAfter(before, event);
    enter(this.ids, id, { before, after });
    if (after) this.entries.set(id, after);
    else this.entries.delete(id);
  }
}

interface Turn {
  readonly before: DirectoryEntry | undefined;
  readonly after: DirectoryEntry | undefined;
}

function enter(called: Called, id: string, { before, after }: Turn): void {
  for (const by of KEYS) {
    const ids = called[by];
    const old = before && ids.get(before[by]);
    old?.delete(id);
    if (before && old?.size === 0) ids.delete(before[by]);
    if (after?.isThere) ids.set(after[by], (ids.get(after[by]) ?? new Set()).add(id));
  }
}

/** The same with what a batch has decided so far. */
export class BatchDirectory implements Directory {
  private readonly decided = new Map<string, DirectoryEntry | undefined>();
  private readonly ids = nobody();

  constructor(private readonly index: DirectoryIndex) {}

  take(id: string, event: DomainEvent): void {
    const [before, after] = [this.decided.get(id), entryAfter(this.get(id), event)];
    this.decided.set(id, after);
    enter(this.ids, id, { before, after });
  }

  named(manager: string): readonly string[] {
    return this.called('name', nameOfManager(manager));
  }

  /** Another than `id` of the same name and e-mail address. */
  doubleOf(id: string, who: Who): string | undefined {
    return this.called('key', nameKey(who)).find((other) => other !== id);
  }

  isThere(id: string): boolean {
    return this.get(id)?.isThere ?? false;
  }

  managerOf(id: string): string | undefined {
    return this.get(id)?.managerId;
  }

  private called(by: Key, text: string): readonly string[] {
    const others = this.index.called(by, text).filter((id) => !this.decided.has(id));
    return [...others, ...(this.ids[by].get(text) ?? [])];
  }

  private get(id: string): DirectoryEntry | undefined {
    return this.decided.has(id) ? this.decided.get(id) : this.index.get(id);
  }
}

function entryAfter(
  before: DirectoryEntry | undefined,
  event: DomainEvent,
): DirectoryEntry | undefined {
  switch (event.type) {
    case 'EmployeeAdded':
    case 'EmployeeUpdated': {
      const { firstName, lastName, email, managerId } = event.data;
      const name = nameOfManager(`${firstName} ${lastName}`);
      return {
        isThere: true,
        key: nameKey(event.data),
        name,
        email: normalEmail(email),
        managerId,
      };
    }
    case 'EmployeeRestored':
      return before && { ...before, isThere: true };
    case 'EmployeeRemoved':
      return before && { ...before, isThere: false };
    case 'PersonErased':
      return undefined;
    default:
      return before;
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
