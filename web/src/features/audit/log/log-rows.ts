import type { ActorView } from '@feusa/contracts/docs';
import { createStore, type Followed } from '../../../shared/store.js';
import type { LogEvent, LogPage, ActorsById } from '../log-event.js';

/** Which stretch of the log, ends exclusive. */
export interface LogQuery {
  readonly after?: number;
  readonly before?: number;
  readonly newestFirst: boolean;
  readonly limit: number;
}
export type ReadLog = (ask: LogQuery) => Promise<LogPage>;

/** What a list draws, newest first. */
export interface Snapshot {
  /** Rows to draw, also of events that are not here yet; undefined before the first answer. */
  readonly count: number | undefined;
  at(index: number): LogEvent | undefined;
  /** The position of a row, where it is known though the event may not be here yet. */
  positionAt(index: number): string | undefined;
  /** The row of a position; -1 where it is not known. */
  indexOf(position: string): number;
  /** Events that have come and are not drawn yet. */
  readonly fresh: number;
  readonly isReading: boolean;
  readonly error: unknown;
  readonly names: ReadonlyMap<string, string>;
  readonly people: ActorsById;
}

/** The rows of a list that grows at its top and reads what is looked at. */
export interface LogRows {
  readonly snapshot: Followed<Snapshot>;
  start(): Promise<void>;
  /** These rows are being looked at. */
  want(first: number, last: number): void;
  /** The log goes up to here now. */
  grown(position: number): void;
  /** Draws what has come. */
  take(): void;
  /** Reads what could not be read. */
  again(): void;
}

const empty: Snapshot = {
  count: undefined,
  at: () => undefined,
  positionAt: () => undefined,
  indexOf: () => -1,
  fresh: 0,
  isReading: false,
  error: undefined,
  names: new Map(),
  people: new Map(),
};

/** What both kinds of rows share: whom to tell, and reading one thing at a time. */
export abstract class Rows implements LogRows {
  readonly snapshot = createStore(empty);
  private readonly names = new Map<string, string>();
  private readonly people = new Map<string, ActorView>();
  private reading: Promise<void> | undefined;
  private error: unknown;

  constructor(private readonly source: ReadLog) {}

  abstract start(): Promise<void>;
  abstract want(first: number, last: number): void;
  abstract grown(position: number): void;
  abstract take(): void;
  abstract again(): void;

  /** What of the snapshot is the kind's own. */
  protected abstract drawn(): Pick<Snapshot, 'count' | 'at' | 'positionAt' | 'indexOf' | 'fresh'>;

  protected get isReading(): boolean {
    return this.reading !== undefined;
  }

  /** Does some reading, one at a time, and tells of it. A fault stays until the next one succeeds. */
  protected async work(reading: () => Promise<void>): Promise<void> {
    if (this.reading) return this.reading;
    const guarded = async () => {
      try {
        await reading();
        this.error = undefined;
      } catch (fault) {
        this.error = fault;
      }
    };
    this.reading = guarded();
    this.changed();
    await this.reading;
    this.reading = undefined;
    this.changed();
  }

  protected async read(ask: LogQuery): Promise<LogPage> {
    const page = await this.source(ask);
    for (const [stream, name] of Object.entries(page.names ?? {})) this.names.set(stream, name);
    for (const [id, person] of Object.entries(page.people ?? {})) this.people.set(id, person);
    return page;
  }

  protected changed(): void {
    const { error, isReading } = this;
    const known = { names: new Map(this.names), people: new Map(this.people) };
    this.snapshot.set({ ...this.drawn(), isReading, error, ...known });
  }
}
