import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '@feusa/contracts/events';
import type { RawEvent } from '@feusa/domain/upcast';
import type { Admin, EachBatchPayload, Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventStore, StoredForms } from '../store/port.js';
import type { Authenticator } from './authenticator.js';
import { Subscription } from '../subscription/subscription.js';
import { Incoming } from './incoming.js';
import { openKafka, type KafkaConnection } from './connection.js';
import { SupervisedConsumer } from './consumer.js';
import { hasTopic, isEvent, makeTopic } from './topic.js';
import { checkBrokers } from './versions.js';
import type {
  Consumer,
  SubscriptionState,
  Relaying,
  Running,
  Share,
  SharedLog,
} from '../subscription/port.js';
import { openProgressRepository } from '../subscription/progress-repository.js';
import { NOTIFY, RelayLeader } from '../relay/leader.js';
import { Worker } from './share.js';

/** A hole between partitions closes by itself within a moment, unless a message is lost. */
const PATIENCE_MS = 100;

/** At most so many workers can share the log. */
export const PARTITIONS = 12;

/** Batches that one worker has under way: what more workers add is more of them at a time. */
const WORKER_AT_ONCE = 4;

/**
 * Between two batches of a partition, so that more comes at a time. For screens, only as long as the
 * partitions of one batch of the relay come one after the other; workers are not waited for like that.
 */
const GATHER_MS = { follower: 4, worker: 200 };

export interface KafkaLogOptions {
  readonly connection: KafkaConnection;
  readonly databaseUrl: string;
  readonly role?: string | undefined;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly forms: StoredForms;
  readonly authenticator: Authenticator;
  readonly log: Logger;
  /** The names of the groups begin with it. */
  readonly topic: string;
}

/** The event log between processes, on Kafka; nothing is connected before it is used. */
export const openKafkaLog = (options: KafkaLogOptions): SharedLog => new KafkaLog(options);

class KafkaLog implements SharedLog {
  private readonly kafka: Kafka;
  private readonly subscribed: Subscription[] = [];
  private readonly parts: Running[] = [];
  private leader: RelayLeader | undefined;
  private readonly topic: string;

  constructor(private readonly options: KafkaLogOptions) {
    this.topic = options.topic;
    this.kafka = openKafka(options.connection, {
      clientId: 'feusa',
      requestTimeout: 10_000,
      retry: { retries: 2, initialRetryTime: 200, maxRetryTime: 1000 },
    });
  }

  async subscribe(consumer: Consumer): Promise<void> {
    const { store, log } = this.options;
    if (this.subscribed.length === 0) this.listen();
    const subscription = new Subscription(consumer, { store, log, patienceMs: PATIENCE_MS });
    this.subscribed.push(subscription);
    await subscription.start();
  }

  publish(events: readonly StoredEvent[]): void {
    if (this.leader?.leading) this.leader.leading.publish(events);
    else this.options.pool.query(NOTIFY).catch(() => undefined);
  }

  relay(): Relaying {
    const { kafka, topic, options } = this;
    this.leader = new RelayLeader({
      ...options,
      kafka,
      topic,
      partitions: PARTITIONS,
      hasTopic: () => this.asAdmin((admin) => hasTopic(admin, topic)),
      makeTopic: () => this.asAdmin((admin) => makeTopic(admin, topic, PARTITIONS)),
    });
    this.parts.push(this.leader);
    return this.leader;
  }

  share(consumer: Consumer): Share {
    const { pool, store, log, forms } = this.options;
    const again = (partition: number) => supervised.seek(partition, '0');
    const [repository, incoming] = [openProgressRepository(pool), this.incoming(consumer.name)];
    const worker = new Worker(consumer, { repository, incoming, store, forms, log, again });
    const supervised: SupervisedConsumer = this.consume({
      groupId: `${this.topic}.${consumer.name}`,
      name: consumer.name,
      fromBeginning: true,
      commits: true,
      atOnce: WORKER_AT_ONCE,
      gatherMs: GATHER_MS.worker,
      eachBatch: (payload) => worker.take(payload),
      onAssigned: (partitions) => worker.assigned(partitions),
    });
    return {
      state: () => supervised.state(),
      close: () => supervised.close(),
      partitions: () => worker.partitions(),
    };
  }

  subscriptions(): readonly SubscriptionState[] {
    const { leading } = this.leader ?? {};
    return [...this.subscribed, ...(leading ? [leading] : [])].map((each) => each.state());
  }

  state(): string | undefined {
    return this.parts.map((part) => part.state()).find((state) => state !== undefined);
  }

  async close(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.close()));
    await Promise.all(this.subscribed.map((subscription) => subscription.stop()));
  }

  /** Every process gets all events, in a group of its own, from now on: what was before is in the store. */
  private listen(): void {
    const incoming = this.incoming('follower');
    this.consume({
      groupId: `${this.topic}.follower.${randomUUID()}`,
      name: 'follower',
      fromBeginning: false,
      commits: false,
      atOnce: PARTITIONS,
      gatherMs: GATHER_MS.follower,
      eachBatch: (payload) => this.publishAll(payload, incoming),
    });
  }

  private incoming(consumer: string): Incoming {
    return new Incoming(this.options.authenticator, this.options.log, consumer);
  }

  /** What is not of the relay is passed over: a hole that it would fill is read from the store. */
  private async publishAll(
    { batch, resolveOffset, heartbeat }: EachBatchPayload,
    incoming: Incoming,
  ): Promise<void> {
    const stored = incoming.read(batch).filter((each) => isEvent(each));
    if (stored.length > 0) await this.publishStored(stored);
    resolveOffset(batch.lastOffset());
    await heartbeat();
  }

  /** What cannot be opened now is read from the store later. */
  private async publishStored(stored: readonly RawEvent[]): Promise<void> {
    const events = await this.options.forms.decryptLater(stored).catch(() => undefined);
    for (const subscription of this.subscribed) {
      if (events) subscription.publish(events);
      else subscription.look();
    }
  }

  private consume(
    how: Pick<
      ConstructorParameters<typeof SupervisedConsumer>[0],
      | 'groupId'
      | 'name'
      | 'fromBeginning'
      | 'commits'
      | 'atOnce'
      | 'gatherMs'
      | 'eachBatch'
      | 'onAssigned'
    >,
  ): SupervisedConsumer {
    const { kafka, topic, options } = this;
    const prepare = () => this.prepare();
    const consumer = new SupervisedConsumer({ ...how, kafka, topic, log: options.log, prepare });
    this.parts.push(consumer);
    return consumer;
  }

  /** The topic is the relay's to make, who then sends the whole log: others wait for it. */
  private async prepare(): Promise<void> {
    if (!(await this.asAdmin((admin) => hasTopic(admin, this.topic))))
      throw new Error(`there is no topic ${this.topic} yet`);
  }

  private async asAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const { brokers, tls } = this.options.connection;
    await checkBrokers(brokers, tls);
    const admin = this.kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }
}
