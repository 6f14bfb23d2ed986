import type { StoredEvent } from '@feusa/contracts/events';
import type { Message, Producer } from 'kafkajs';
import type { ClientBase } from 'pg';
import { messageOf, TOPIC, watermarkFor } from './kafka-topic.js';
import type { Consumer } from './port.js';

const MARK_EVERY_MS = 200;

export interface RelayOptions {
  readonly partitions: number;
  /** Done before each connection. */
  prepare(): Promise<void>;
}

/**
 * Brings events from the event table to the topic, in position order. The cursor is saved after the
 * broker's ack, over the connection that holds the leadership: whoever has lost that saves nothing.
 */
export class Relay implements Consumer {
  readonly name = 'relay';
  private markedAt = 0;
  private marked = 0;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();
  private ready: Promise<void> | undefined;
  /** What is wrong, undefined where all is well. */
  fault: string | undefined;

  constructor(
    private readonly leader: ClientBase,
    private readonly producer: Producer,
    private readonly options: RelayOptions,
  ) {}

  async checkpoint(): Promise<number> {
    const { rows } = await this.leader.query<{ position: string }>(
      'select position from relay.cursor',
    );
    const position = Number(rows[0]?.position ?? 0);
    // The leader before may have died between its last events and their marks.
    if (position > this.marked) this.markLater(position);
    return position;
  }

  async handle(events: readonly StoredEvent[]): Promise<void> {
    const position = events.at(-1)?.position ?? 0;
    const due = performance.now() - this.markedAt >= MARK_EVERY_MS;
    await this.send([...events.map(messageOf), ...(due ? this.marks(position) : [])]);
    // A message that comes twice does no harm, so the save need not wait for the disk.
    await this.leader.query('update relay.cursor set position = $1 where position < $1', [
      position,
    ]);
    if (due) this.hasMarked(position);
    else this.markLater(position);
  }

  /** Ends what is under way; nothing is sent afterwards. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.sending;
    await this.producer.disconnect().catch(() => undefined);
  }

  private markLater(position: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.send(this.marks(position)).then(
        () => this.hasMarked(position),
        () => this.markLater(position),
      );
    }, MARK_EVERY_MS);
  }

  private hasMarked(position: number): void {
    this.markedAt = performance.now();
    this.marked = Math.max(this.marked, position);
    if (this.marked >= position) clearTimeout(this.timer);
  }

  /** One batch at a time: a mark must not overtake the events that it speaks of. */
  private send(messages: Message[]): Promise<void> {
    const sent = this.sending.then(() => this.sendNow(messages));
    this.sending = sent.catch(() => undefined);
    return sent;
  }

  private async sendNow(messages: Message[]): Promise<void> {
    try {
      await (this.ready ??= this.connect());
      await this.producer.send({ topic: TOPIC, messages, acks: -1, timeout: 5000 });
      this.fault = undefined;
    } catch (fault) {
      this.ready = undefined;
      this.fault = 'Kafka is not reachable';
      throw fault;
    }
  }

  /** Again after every failure: a topic that is gone is made anew here. */
  private async connect(): Promise<void> {
    await this.options.prepare();
    await this.producer.connect();
  }

  private marks(position: number): Message[] {
    return Array.from({ length: this.options.partitions }, (_, partition) =>
      watermarkFor(partition, position),
    );
  }
}
