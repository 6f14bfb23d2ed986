import type { EventStore } from '@feusa/event-log/store/port';
import type { Holding, SearchIndex } from './port.js';
import { idOf, isReadable, type StoredEvent } from '@feusa/contracts/events';
import { changesOf, newestOf, REMOVALS, type Changes } from './person-changes.js';

export type Log = Pick<EventStore, 'head' | 'read' | 'readLatest' | 'readStreams' | 'tallyLatest'>;

/** What an index should hold of a person, by the newest event of the person, at a position of the log. */
export interface Expected extends Holding {
  readonly position: number;
  /** Removed so long ago that nothing need be held. */
  readonly gone: boolean;
}

/** As many as are written at once. */
const PAGE = 500;

/** What an index should hold, by id; undefined where this release cannot read what the log says. */
export class Expectations {
  readonly people = new Map<string, Expected | undefined>();
  /** All events up to here are in what is expected. */
  private position = 0;

  constructor(
    private readonly log: Log,
    private readonly index: Pick<SearchIndex, 'expected'>,
    /** ISO-8601; who was removed before need not be held as removed. */
    private readonly since: string,
  ) {}

  /** Reads the whole log, in pages; each is told with what it comes to. */
  async load(onPage: (changes: Changes) => unknown = () => undefined): Promise<this> {
    const { position } = await this.log.head();
    for (let after = 'employee-'; ;) {
      const events = await this.log.readLatest('employee', { after, limit: PAGE });
      await onPage(await this.add(events));
      if (events.length < PAGE) break;
      after = events.at(-1)!.stream;
    }
    this.position = position;
    return this;
  }

  /** Adds what was appended since. */
  async catchUp(): Promise<this> {
    for (;;) {
      const events = await this.log.read(this.position, PAGE);
      const streams = newestOf(events).map(({ stream }) => stream);
      if (streams.length > 0) await this.add(newestOf(await this.log.readStreams(streams)));
      this.position = events.at(-1)?.position ?? this.position;
      if (events.length < PAGE) return this;
    }
  }

  private async add(newest: readonly StoredEvent[]): Promise<Changes> {
    for (const { stream } of newest) this.people.set(idOf(stream), undefined);
    const readable = newest.filter(isReadable);
    const { people, removals } = await changesOf(readable, this.log);
    const events = new Map(readable.map((event) => [idOf(event.stream), event]));
    for (const holding of this.index.expected(people, removals)) {
      const { position, type, at } = events.get(holding.id)!;
      const gone = REMOVALS.includes(type) && at < this.since;
      this.people.set(holding.id, { ...holding, position, gone });
    }
    return { people, removals: removals.filter(({ id }) => !this.people.get(id)?.gone) };
  }
}
