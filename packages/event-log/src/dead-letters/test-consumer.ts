import type { StoredEvent } from '@feusa/contracts/events';
import type { DeadLetters, GuardedConsumer } from './port.js';
import { withDeadLetters, type DeadLetteringConsumer } from './with-dead-letters.js';
import { openTestDeadLetters } from './test-dead-letters.js';

/** An event of a stream named by one letter: `a1` is the first of stream `a`. */
export const eventOf = (name: string, position: number): StoredEvent => {
  const [stream = '', version] = [name[0], Number(name.slice(1))];
  const event = { id: name, stream, version, position, type: 'FolderRenamed', data: {} };
  return event as unknown as StoredEvent;
};

/** `a1 b1 a2`: a log of these events, from a position on. */
export const logOf = (names: string, from = 1): StoredEvent[] =>
  names
    .split(' ')
    .filter(Boolean)
    .map((name, index) => eventOf(name, from + index));

/** Takes a batch whole or not at all; refuses what is poison to it and what is out of order. */
export class Recorder implements GuardedConsumer {
  readonly name = 'recorder';
  readonly handled: string[] = [];
  readonly batches: string[] = [];
  saved = 0;
  private readonly versions = new Map<string, number>();

  constructor(
    readonly poison: Set<string> = new Set(),
    /** Thrown for poison, and without it for everything. */
    public fault: () => Error = () => new Error('cannot be handled'),
  ) {}

  checkpoint = async () => this.saved;

  async handle(events: readonly StoredEvent[], upTo = events.at(-1)?.position ?? 0) {
    await Promise.resolve();
    const names = events.map(({ id }) => id);
    this.batches.push(names.join(' '));
    if (names.some((name) => this.poison.has(name))) throw this.fault();
    for (const { id, stream, version } of events) {
      const last = this.versions.get(stream) ?? 0;
      if (version !== last + 1) throw new Error(`${id} comes after ${stream}${last}`);
      this.versions.set(stream, version);
      this.handled.push(id);
    }
    this.saved = Math.max(this.saved, upTo);
    this.afterHandling();
  }

  afterHandling(): void {}

  /** What was handled, stream by stream. */
  byStream(): string {
    return this.handled.toSorted().join(' ');
  }
}

export interface Bench {
  readonly letters: DeadLetters;
  readonly log: StoredEvent[];
  readonly pauses: number[];
  readonly outcomes: string[];
  /** Runs a consumer as a process of its own does. */
  process(consumer: GuardedConsumer): DeadLetteringConsumer;
  /** Lets so many seconds pass for the dead letters. */
  later(seconds: number): void;
  /** Has every blocked stream tried again at once. */
  redriveAll(force?: boolean): Promise<void>;
  blocked(): Promise<string[]>;
}

/** Dead letters and a log that any number of processes share. */
export function openBench(names = ''): Bench {
  let nowMs = Date.UTC(2026, 10, 21);
  const letters = openTestDeadLetters(() => nowMs);
  const log = logOf(names);
  const pauses: number[] = [];
  const outcomes: string[] = [];
  const store = {
    readStreams: async (streams: readonly string[]) =>
      log.filter(({ stream }) => streams.includes(stream)),
  };
  const quiet = { error: () => undefined, info: () => undefined };
  return {
    letters,
    log,
    pauses,
    outcomes,
    process: (consumer) =>
      withDeadLetters(consumer, {
        ...{ deadLetters: letters, store, log: quiet },
        pause: async (ms) => void pauses.push(ms),
        onRedrive: (name, outcome) => void outcomes.push(`${name} ${outcome}`),
      }),
    later: (seconds) => void (nowMs += seconds * 1000),
    async redriveAll(force = false) {
      const ids = (await letters.list()).map(({ id }) => id);
      await letters.redrive(ids, { by: 'a test', perMinute: 6000, force });
      nowMs += 60_000;
    },
    blocked: async () =>
      (await letters.list()).map(({ stream, fromVersion }) => stream + fromVersion),
  };
}
