import { setTimeout as sleep } from 'node:timers/promises';
import { consumerRestarts } from '@feusa/platform/telemetry/metrics';
import type { Consumer as KafkaConsumer, EachBatchHandler, Kafka } from 'kafkajs';
import type { Logger } from 'pino';
import { trustFault } from '@feusa/platform/trust';
import type { Running } from '../subscription/port.js';

const SESSION_MS = 10_000;
const HEARTBEAT_MS = 2000;
/** The broker answers an idle consumer so often: only then it learns that its group has changed. */
const WAIT_MS = 1000;
/** A consumer that has given no sign of life for so long is made anew. */
const SILENCE_MS = 25_000;
const CHECK_MS = 1000;
/** What was handled and not committed comes once more, which changes nothing. */
const COMMIT_EVERY_MS = 1000;
const MAX_BACKOFF_MS = 5000;

export interface SupervisedOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly groupId: string;
  /** What it is called in figures: the same in every process. */
  readonly name: string;
  readonly fromBeginning: boolean;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly eachBatch: EachBatchHandler;
  /** Whether the group's place is remembered by the broker. */
  readonly commits: boolean;
  /** Partitions that it handles at the same time. */
  readonly atOnce: number;
  /** How long events are gathered between two batches of a partition. */
  readonly gatherMs: number;
  /** Called with the partitions that the group has given to this consumer. */
  onAssigned?(partitions: readonly number[]): void;
  /** Done before each connection. */
  prepare(): Promise<void>;
}

/**
 * A kafkajs consumer that is watched: kafkajs gives up silently after some errors, and a connection may
 * be stuck. A dead or silent consumer is closed and another one takes its place, without end.
 */
export class SupervisedConsumer implements Running {
  private consumer: KafkaConsumer | undefined;
  private beatAt = 0;
  private fault: string | undefined = 'starting';
  private stopped = false;
  private readonly running: Promise<void>;

  constructor(private readonly options: SupervisedOptions) {
    this.running = this.supervise();
  }

  state(): string | undefined {
    if (this.fault) return this.fault;
    const silent = performance.now() - this.beatAt;
    return silent > SESSION_MS ? `no heartbeat for ${Math.round(silent / 1000)} s` : undefined;
  }

  /** Goes on at this offset of a partition that it has. */
  seek(partition: number, offset: string): void {
    this.consumer?.seek({ topic: this.options.topic, partition, offset });
  }

  async close(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async supervise(): Promise<void> {
    for (let failures = 0; !this.stopped;) {
      const began = performance.now();
      const fault = await this.live().catch((err: unknown) => trustFault(err) ?? String(err));
      if (this.stopped) return;
      consumerRestarts.inc({ consumer: this.options.name });
      this.fault = fault;
      this.options.log.warn({ group: this.options.groupId, fault }, 'consumer made anew');
      failures = performance.now() - began > SILENCE_MS ? 0 : failures + 1;
      await this.pause(Math.min(250 * 2 ** failures, MAX_BACKOFF_MS));
    }
  }

  /** One consumer's life; answers with what it died of. */
  private async live(): Promise<string> {
    const { kafka, topic, groupId, fromBeginning, eachBatch, commits, atOnce, gatherMs } =
      this.options;
    await this.options.prepare();
    const consumer = kafka.consumer({
      groupId,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: 15_000,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: WAIT_MS,
      retry: { retries: 3, restartOnFailure: async () => false },
    });
    this.consumer = consumer;
    try {
      const crashed = this.watch(consumer);
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning });
      await consumer.run({
        eachBatch: async (payload) => {
          await eachBatch(payload);
          await sleep(gatherMs);
        },
        autoCommit: commits,
        autoCommitInterval: COMMIT_EVERY_MS,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: atOnce,
      });
      return await this.untilSilent(crashed);
    } finally {
      await Promise.race([consumer.disconnect().catch(() => undefined), sleep(3000)]);
    }
  }

  private watch(consumer: KafkaConsumer): { fault: string | undefined } {
    const crashed: { fault: string | undefined } = { fault: undefined };
    const beat = () => {
      this.beatAt = performance.now();
      this.fault = undefined;
    };
    beat();
    this.fault = 'joining';
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      beat();
      const partitions = payload.memberAssignment[this.options.topic] ?? [];
      this.options.log.info({ group: this.options.groupId, partitions }, 'partitions assigned');
      this.options.onAssigned?.(partitions);
    });
    consumer.on(consumer.events.HEARTBEAT, beat);
    consumer.on(consumer.events.FETCH, beat);
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      crashed.fault = payload.error.message;
    });
    return crashed;
  }

  private async untilSilent(crashed: { fault: string | undefined }): Promise<string> {
    while (!this.stopped && !crashed.fault) {
      if (performance.now() - this.beatAt > SILENCE_MS) return 'silent';
      await this.pause(CHECK_MS);
    }
    return crashed.fault ?? 'stopped';
  }

  private async pause(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (!this.stopped && performance.now() < until) await sleep(Math.min(ms, 100));
  }
}
