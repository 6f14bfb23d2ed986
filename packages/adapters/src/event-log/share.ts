import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Logger } from 'pino';
import { readMessage } from './kafka-topic.js';
import type { Consumer, PartitionState } from './port.js';
import type { ProgressBook } from './progress-book.js';

/** Events handed to a worker at once: few enough to be handled between two heartbeats. */
const AT_ONCE = 250;
const MAX_BACKOFF_MS = 5000;
const HEARTBEAT_MS = 1000;

/** One worker's side of a shared log: hands batches on, in order, and acknowledges what is handled. */
export class Worker {
  private readonly states = new Map<number, PartitionState>();

  constructor(
    private readonly consumer: Consumer,
    private readonly book: Pick<ProgressBook, 'reached'>,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

  partitions(): readonly PartitionState[] {
    return [...this.states.values()];
  }

  /** Of partitions that others have now nothing is told. */
  assigned(partitions: readonly number[]): void {
    for (const known of this.states.keys()) {
      if (!partitions.includes(known)) this.states.delete(known);
    }
  }

  /** Nothing is acknowledged before it is handled: what a killed worker had under way comes again. */
  async take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const { messages, partition } = batch;
    for (let at = 0; at < messages.length && isOurs(payload); at += AT_ONCE) {
      const some = messages.slice(at, at + AT_ONCE);
      const lag = Number(batch.highWatermark) - 1 - Number(some[0]!.offset);
      await this.handle(some, { payload, partition, lag });
      payload.resolveOffset(some.at(-1)!.offset);
      await payload.heartbeat();
    }
    if (!isOurs(payload)) return;
    const lag = Number(batch.highWatermark) - 1 - Number(batch.lastOffset());
    this.note({ partition, lag, oldest: undefined });
  }

  private async handle(
    messages: readonly KafkaMessage[],
    { payload, partition, lag }: { payload: EachBatchPayload; partition: number; lag: number },
  ): Promise<void> {
    const read = messages.flatMap((message) => readMessage(message) ?? []);
    const events = read.filter((each): each is StoredEvent => 'position' in each);
    this.note({ partition, lag, oldest: events[0]?.at });
    const beat = setInterval(() => void payload.heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      if (events.length > 0) await this.insist(events, payload);
      const marks = read.map((each) => ('watermark' in each ? each.watermark : 0));
      const mark = Math.max(0, ...marks);
      if (mark > 0) await this.book.reached(this.consumer.name, partition, mark);
    } finally {
      clearInterval(beat);
    }
  }

  /** A worker whose engine is away waits for it with its partitions, as long as they are its own. */
  private async insist(events: readonly StoredEvent[], payload: EachBatchPayload): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        return await this.consumer.handle(events);
      } catch (err) {
        this.log.error(
          { err, consumer: this.consumer.name, at: events[0]?.position },
          'consumer failed',
        );
        await sleep(Math.min(100 * 2 ** failures, MAX_BACKOFF_MS));
        await payload.heartbeat();
        if (!isOurs(payload)) throw err;
      }
    }
  }

  private note(state: PartitionState): void {
    this.states.set(state.partition, state);
  }
}

const isOurs = (payload: EachBatchPayload) => payload.isRunning() && !payload.isStale();
