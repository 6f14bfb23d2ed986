import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import type { Batch, EachBatchPayload } from 'kafkajs';
import type { Logger } from 'pino';
import type { EventStore, StoredForms } from '../store/port.js';
import { failpoint } from '@feusa/platform/failpoint';
import { Together } from '@feusa/platform/together';
import type { Incoming } from './incoming.js';
import { isClaim, isEvent, isMark, type Read } from './topic.js';
import type { Consumer, PartitionState } from '../subscription/port.js';
import type { PartitionProgress, ProgressRepository } from '../subscription/progress-repository.js';

/** Events handed to a worker at once: few enough to be handled between two heartbeats. */
const AT_ONCE = 250;
const MAX_BACKOFF_MS = 5000;
const HEARTBEAT_MS = 1000;

export interface WorkerOptions {
  readonly repository: Pick<ProgressRepository, 'begin' | 'reached'>;
  readonly incoming: Pick<Incoming, 'read'>;
  /** Has what others than the relay only claim. */
  readonly store: Pick<EventStore, 'readAt'>;
  /** Makes what arrives readable. */
  readonly forms: Pick<StoredForms, 'decryptLater'>;
  readonly log: Pick<Logger, 'error'>;
  /** Goes back to the beginning of a partition. */
  again(partition: number): void;
}

/** One worker's side of a shared log: hands batches on, in order, and acknowledges what is handled. */
export class Worker {
  private readonly states = new Map<number, PartitionState>();

  /** Partitions that were begun since they were given to this worker, with their topic's epoch. */
  private readonly begun = new Map<number, number>();

  /** The marks of one send of the relay reach the partitions of a worker together. */
  private readonly saying: Together<PartitionProgress>;

  constructor(
    private readonly consumer: Consumer,
    private readonly options: WorkerOptions,
  ) {
    this.saying = new Together((all) => options.repository.reached(consumer.name, all));
  }

  partitions(): readonly PartitionState[] {
    return [...this.states.values()];
  }

  /** Forgets the partitions that other workers have taken over. */
  assigned(partitions: readonly number[]): void {
    this.begun.clear();
    for (const known of this.states.keys()) {
      if (!partitions.includes(known)) this.states.delete(known);
    }
  }

  /** Nothing is acknowledged before it is handled: what a killed worker had under way comes again. */
  async take(payload: EachBatchPayload): Promise<void> {
    const { partition, messages, highWatermark } = payload.batch;
    const read = this.options.incoming.read(payload.batch);
    if (await this.mustBeginAgain(payload.batch, read)) return this.options.again(partition);
    for (let at = 0; at < messages.length && isOurs(payload); at += AT_ONCE) {
      const lag = Number(highWatermark) - Number(messages[at]!.offset);
      await this.handle(read.slice(at, at + AT_ONCE), payload, lag);
      payload.resolveOffset(messages.slice(at, at + AT_ONCE).at(-1)!.offset);
      await payload.heartbeat();
    }
    if (!isOurs(payload)) return;
    const lag = Number(highWatermark) - Number(messages.at(-1)!.offset) - 1;
    this.states.set(partition, { partition, lag, oldest: undefined });
  }

  /** The group's place is of another topic than this one where that was deleted and made anew. */
  private async mustBeginAgain(
    { partition, messages }: Batch,
    read: readonly (Read | undefined)[],
  ): Promise<boolean> {
    const epoch = epochIn(read, partition);
    const begun = this.begun.get(partition);
    // A lower one was true once: an old message that somebody has sent again.
    if (begun !== undefined && (epoch === undefined || epoch <= begun)) return false;
    const { known, current } = await this.options.repository.begin(this.consumer.name, partition);
    const before = begun ?? known;
    const now = Math.max(epoch ?? current, before ?? 0);
    this.begun.set(partition, now);
    return before !== undefined && before !== now && messages[0]?.offset !== '0';
  }

  private async handle(
    read: readonly (Read | undefined)[],
    payload: EachBatchPayload,
    lag: number,
  ): Promise<void> {
    const { partition } = payload.batch;
    const oldest = read.find((each) => isEvent(each))?.at;
    this.states.set(partition, { partition, lag, oldest });
    const beat = setInterval(() => void payload.heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      if (read.some((each) => isEvent(each) || isClaim(each))) {
        await this.insist(read, payload);
        await failpoint('worker.after_handle');
      }
      const epoch = this.begun.get(partition) ?? 0;
      const mark = highestMark(read, { partition, epoch });
      if (mark !== undefined) await this.saying.do({ partition, position: mark, epoch });
    } finally {
      clearInterval(beat);
    }
  }

  /** A worker whose engine is away waits for it with its partitions, as long as they are its own. */
  private async insist(
    read: readonly (Read | undefined)[],
    payload: EachBatchPayload,
  ): Promise<void> {
    let events: StoredEvent[] | undefined;
    for (let failures = 0; ; failures++) {
      try {
        events ??= await this.open(read);
        return events.length > 0 ? await this.consumer.handle(events) : undefined;
      } catch (err) {
        this.options.log.error(
          { err, consumer: this.consumer.name, partition: payload.batch.partition },
          'consumer failed',
        );
        await sleep(Math.min(100 * 2 ** failures, MAX_BACKOFF_MS));
        await payload.heartbeat();
        if (!isOurs(payload)) throw err;
      }
    }
  }

  /** What stands at a claimed position is looked up: the claim itself is worth nothing. */
  private async open(read: readonly (Read | undefined)[]): Promise<StoredEvent[]> {
    const { forms, store } = this.options;
    const events = await forms.decryptLater(read.filter((each) => isEvent(each)));
    const claimed = read.filter((each) => isClaim(each)).map((each) => each.claimed);
    if (claimed.length === 0) return events;
    return [...events, ...(await store.readAt(claimed))].sort((a, b) => a.position - b.position);
  }
}

const marksOf = (read: readonly (Read | undefined)[], partition: number) =>
  read.filter((each) => isMark(each)).filter((mark) => mark.partition === partition);

/** The highest: it only grows. */
function epochIn(read: readonly (Read | undefined)[], partition: number): number | undefined {
  const epochs = marksOf(read, partition).map(({ epoch }) => epoch);
  return epochs.length > 0 ? Math.max(...epochs) : undefined;
}

/** A mark may come after a higher one of the same topic, and takes nothing back. */
function highestMark(
  read: readonly (Read | undefined)[],
  { partition, epoch }: { partition: number; epoch: number },
): number | undefined {
  const marks = marksOf(read, partition).filter((mark) => mark.epoch === epoch);
  return marks.length > 0 ? Math.max(...marks.map(({ watermark }) => watermark)) : undefined;
}

const isOurs = (payload: EachBatchPayload) => payload.isRunning() && !payload.isStale();
