import type { StoredEvent } from '@feusa/contracts/events';
import { traceStage } from '@feusa/platform/telemetry/stages';
import type { Message, Producer } from 'kafkajs';
import type { ClientBase } from 'pg';
import type { StoredForms } from '../store/port.js';
import { failpoint } from '@feusa/platform/failpoint';
import { trustFault } from '@feusa/platform/trust';
import type { Authenticator } from '../kafka/authenticator.js';
import { messageOf, messageOfMark, signed } from '../kafka/topic.js';
import type { Consumer } from '../subscription/port.js';

const MARK_EVERY_MS = 200;
/** How long after the last events of a burst the watermark is sent. */
const MARK_AFTER_MS = 50;

/** While there is nothing to send, the topic is looked at so often. */
const LOOK_EVERY_MS = 5000;

export interface RelayOptions {
  readonly topic: string;
  readonly partitions: number;
  readonly forms: Pick<StoredForms, 'storedForm'>;
  readonly authenticator: Authenticator;
  hasTopic(): Promise<boolean>;
  makeTopic(): Promise<void>;
}

/**
 * Brings events from the event table to the topic, in position order. The cursor is saved after the
 * broker's ack, over the connection that holds the leadership: whoever has lost that saves nothing.
 * A topic that had to be made gets the whole log.
 */
export class Relay implements Consumer {
  readonly name = 'relay';
  private markedAt = 0;
  private marked = 0;
  /** The position of the watermark that the timer is to send. */
  private unmarked = 0;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();
  private epoch = 0;
  private connected = false;
  private lookedAt = 0;
  /** What is wrong, undefined where all is well. */
  fault: string | undefined;

  constructor(
    private readonly leader: ClientBase,
    private readonly producer: Producer,
    private readonly options: RelayOptions,
  ) {}

  async checkpoint(): Promise<number> {
    await this.look();
    const { rows } = await this.leader.query<{ position: string; epoch: number }>(
      'select position, epoch from relay.cursor',
    );
    this.epoch = rows[0]?.epoch ?? 0;
    const position = Number(rows[0]?.position ?? 0);
    // The leader before may have died between its last events and their marks.
    if (position > this.marked) this.markLater(position);
    return position;
  }

  handle(events: readonly StoredEvent[]): Promise<void> {
    return traceStage('relay', events, () => this.relay(events));
  }

  private readonly messageOf = (event: StoredEvent): Message =>
    messageOf(event, this.options.forms.storedForm(event));

  private async relay(events: readonly StoredEvent[]): Promise<void> {
    const position = events.at(-1)?.position ?? 0;
    const due = performance.now() - this.markedAt >= MARK_EVERY_MS;
    await this.send([...events.map(this.messageOf), ...(due ? this.marks(position) : [])]);
    await failpoint('relay.after_ack');
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
    this.unmarked = position;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.send(this.marks(position)).then(
        () => this.hasMarked(position),
        () => undefined,
      );
    }, MARK_AFTER_MS);
  }

  private hasMarked(position: number): void {
    this.markedAt = performance.now();
    this.marked = Math.max(this.marked, position);
    if (this.marked >= this.unmarked) clearTimeout(this.timer);
  }

  /** One batch at a time: a mark must not overtake the events that it speaks of. */
  private send(messages: Message[]): Promise<void> {
    const sent = this.sending.then(() => this.sendNow(messages));
    this.sending = sent.catch(() => undefined);
    return sent;
  }

  private async sendNow(messages: Message[]): Promise<void> {
    const { topic, authenticator } = this.options;
    const ours = messages.map((message) => signed(message, authenticator));
    await this.watched(async () => {
      await this.producer.send({ topic, messages: ours, acks: -1, timeout: 5000 });
    });
  }

  /** Looks after the topic, again after every failure and now and then. */
  private async look(): Promise<void> {
    if (this.connected && performance.now() - this.lookedAt < LOOK_EVERY_MS) return;
    await this.watched(async () => {
      if (!(await this.options.hasTopic())) await this.beginAgain();
      if (!this.connected) await this.producer.connect();
      [this.connected, this.lookedAt] = [true, performance.now()];
    });
  }

  /** Before the topic is there, so that whoever finds it knows that it is another one. */
  private async beginAgain(): Promise<void> {
    await this.leader.query('update relay.cursor set position = 0, epoch = epoch + 1');
    await this.options.makeTopic();
  }

  /** What fails may have lost anything: marks begin anew, too. */
  private async watched(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.fault = undefined;
    } catch (fault) {
      clearTimeout(this.timer);
      const why = trustFault(fault);
      [this.connected, this.marked] = [false, 0];
      this.fault = why ? `Kafka: ${why}` : 'Kafka is not reachable';
      throw fault;
    }
  }

  private marks(position: number): Message[] {
    return Array.from({ length: this.options.partitions }, (_, partition) =>
      messageOfMark({ watermark: position, partition, epoch: this.epoch }),
    );
  }
}
