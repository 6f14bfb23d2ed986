import { foreignMessages } from '@feusa/platform/telemetry/metrics';
import type { Batch } from 'kafkajs';
import type { Logger } from 'pino';
import type { Authenticator } from './authenticator.js';
import { isClaim, readMessage, type Read } from './topic.js';

/** One line for all that a stranger can write in this time, ms. */
const SAID_EVERY_MS = 60_000;

/** Reads what comes in a batch, and says where some of it is not of the relay. */
export class Incoming {
  private saidAt = -Infinity;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly consumer: string,
  ) {}

  read({ messages, partition }: Pick<Batch, 'messages' | 'partition'>): (Read | undefined)[] {
    const read = messages.map((message) => readMessage(message, this.authenticator));
    const foreign = read.findIndex((each) => each === undefined || isClaim(each));
    if (foreign >= 0) {
      const count = read.filter((each) => each === undefined || isClaim(each)).length;
      foreignMessages.inc({ consumer: this.consumer }, count);
      this.warn({ partition, offset: messages[foreign]?.offset, count });
    }
    return read;
  }

  private warn(where: object): void {
    if (performance.now() - this.saidAt < SAID_EVERY_MS) return;
    this.saidAt = performance.now();
    const { consumer } = this;
    this.log.warn({ consumer, ...where }, 'messages in Kafka that the relay has not written');
  }
}
