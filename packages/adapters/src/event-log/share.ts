import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import type { RawEvent } from '@feusa/domain/upcast';
import type { Batch, EachBatchPayload } from 'kafkajs';
import type { Logger } from 'pino';
import type { StoredForms } from '../event-store/port.js';
import { failpoint } from '../failpoint.js';
import { Together } from '../together.js';
import { readMessage, type Watermark } from './kafka-topic.js';
import type { Consumer, PartitionState } from './port.js';
import type { PartitionProgress, ProgressBook } from './progress-book.js';

/** Events handed to a worker at once: few enough to be handled between two heartbeats. */
const AT_ONCE = 250;
const MAX_BACKOFF_MS = 5000;
const HEARTBEAT_MS = 1000;

export interface WorkerOptions {
  readonly book: Pick<ProgressBook, 'begin' | 'reached'>;
  /** Makes what arrives readable. */
  readonly forms: Pick<StoredForms, 'openLater'>;
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
    this.saying = new Together((all) => options.book.reached(consumer.name, all));
  }

  partitions(): readonly PartitionState[] {
    return [...this.states.values()];
  }

  /** Of partitions that others have now nothing is told. */
  assigned(partitions: readonly number[]): void {
    this.begun.clear();
    for (const known of this.states.keys()) {
      if (!partitions.includes(known)) this.states.delete(known);
    }
  }

  /** Nothing is acknowledged before it is handled: what a killed worker had under way comes again. */
  async take(payload: EachBatchPayload): Promise<void> {
    const { partition, messages, highWatermark } = payload.batch;
    const read = messages.map(readMessage);
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
    read: readonly Read[],
  ): Promise<boolean> {
    const epoch = read.findLast((each) => isMark(each))?.epoch;
    const begun = this.begun.get(partition);
    if (begun !== undefined && (epoch === undefined || epoch === begun)) return false;
    const { known, current } = await this.options.book.begin(this.consumer.name, partition);
    this.begun.set(partition, epoch ?? current);
    const before = begun ?? known;
    return before !== undefined && before !== (epoch ?? current) && messages[0]?.offset !== '0';
  }

  private async handle(
    read: readonly Read[],
    payload: EachBatchPayload,
    lag: number,
  ): Promise<void> {
    const { partition } = payload.batch;
    const events = read.filter((each) => isEvent(each));
    this.states.set(partition, { partition, lag, oldest: events[0]?.at });
    const beat = setInterval(() => void payload.heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      if (events.length > 0) {
        await this.insist(events, payload);
        await failpoint('worker.after_handle');
      }
      const mark = highestMark(read);
      const epoch = this.begun.get(partition) ?? 0;
      if (mark !== undefined) await this.saying.do({ partition, position: mark, epoch });
    } finally {
      clearInterval(beat);
    }
  }

  /** A worker whose engine is away waits for it with its partitions, as long as they are its own. */
  private async insist(stored: readonly RawEvent[], payload: EachBatchPayload): Promise<void> {
    let events: StoredEvent[] | undefined;
    for (let failures = 0; ; failures++) {
      try {
        events ??= await this.options.forms.openLater(stored);
        return await this.consumer.handle(events);
      } catch (err) {
        this.options.log.error(
          { err, consumer: this.consumer.name, at: stored[0]?.position },
          'consumer failed',
        );
        await sleep(Math.min(100 * 2 ** failures, MAX_BACKOFF_MS));
        await payload.heartbeat();
        if (!isOurs(payload)) throw err;
      }
    }
  }
}

type Read = ReturnType<typeof readMessage>;

const isMark = (read: Read): read is Watermark => read !== undefined && 'watermark' in read;

/** A mark may come after a higher one of the same topic, and takes nothing back. */
function highestMark(read: readonly Read[]): number | undefined {
  const marks = read.filter((each) => isMark(each));
  const epoch = marks.at(-1)?.epoch;
  const positions = marks.filter((mark) => mark.epoch === epoch).map((mark) => mark.watermark);
  return positions.length > 0 ? Math.max(...positions) : undefined;
}

const isEvent = (read: Read): read is RawEvent => read !== undefined && !isMark(read);

const isOurs = (payload: EachBatchPayload) => payload.isRunning() && !payload.isStale();
