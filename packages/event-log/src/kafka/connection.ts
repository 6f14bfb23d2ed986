import type { ConnectionOptions } from 'node:tls';
import { Kafka, logLevel, type KafkaConfig, type SASLOptions } from 'kafkajs';

/** How Kafka is reached, and what it is told of who we are. */
export interface KafkaConnection {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>;
  readonly sasl?: SASLOptions;
}

/** A client; nothing is connected before it is used. */
export const openKafka = (
  { brokers, tls, sasl }: KafkaConnection,
  more: Partial<KafkaConfig> & { readonly clientId: string },
): Kafka =>
  new Kafka({
    ...{ brokers: [...brokers], connectionTimeout: 2000, logLevel: logLevel.NOTHING },
    // Without an authority of its own it trusts those that Node.js does.
    ...(tls && { ssl: tls }),
    ...(sasl && { sasl }),
    ...more,
  });
