import type { ConnectionOptions } from 'node:tls';
import { Kafka, logLevel, type KafkaConfig, type SASLOptions } from 'kafkajs';
import { requireSettings, type Config } from '../config.js';

/** How Kafka is reached, and what it is told of who we are. */
export interface KafkaConnection {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>;
  readonly sasl?: SASLOptions;
}

/** By the settings, for everybody who speaks with Kafka. @throws StartFault where they do not say */
export function kafkaConnection(config: Config): KafkaConnection {
  const { KAFKA_BROKERS: brokers } = requireSettings(config, ['KAFKA_BROKERS']);
  const { KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = config;
  const {
    KAFKA_SASL: mechanism,
    KAFKA_USER: username = '',
    KAFKA_PASSWORD: password = '',
  } = config;
  return {
    brokers,
    ...(config.KAFKA_TLS && { tls: { ...(ca && { ca }), ...(cert && key && { cert, key }) } }),
    ...(mechanism && { sasl: { mechanism, username, password } as SASLOptions }),
  };
}

/** A client; nothing is connected before it is used. */
export const openKafka = (
  { brokers, tls, sasl }: KafkaConnection,
  more: Partial<KafkaConfig> & { readonly clientId: string },
): Kafka =>
  new Kafka({
    ...{ brokers: [...brokers], connectionTimeout: 2000, logLevel: logLevel.NOTHING },
    // Also where it says nothing: then Node.js knows whom to trust.
    ...(tls && { ssl: tls }),
    ...(sasl && { sasl }),
    ...more,
  });
