import type { Insist } from './insist.js';

/** Clients come by TLS with a certificate of the same authority, and a password; brokers have a listener apart. */
export const insistingSettings = (
  { listen, port, controllerPort }: KafkaAddresses,
  { ca, user, password }: Insist,
  files: { readonly keyStore: string; readonly internalPort: number },
): Record<string, string> => {
  const login = 'org.apache.kafka.common.security';
  const scram = `${login}.scram.ScramLoginModule required;`;
  const client = 'listener.name.client.';
  return {
    listeners: `CLIENT://${listen}:${port},INTERNAL://127.0.0.1:${files.internalPort},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `CLIENT://127.0.0.1:${port},INTERNAL://127.0.0.1:${files.internalPort}`,
    'listener.security.protocol.map': 'CLIENT:SASL_SSL,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'INTERNAL',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    [`${client}ssl.client.auth`]: 'required',
    [`${client}ssl.keystore.type`]: 'PEM',
    [`${client}ssl.keystore.location`]: files.keyStore,
    [`${client}ssl.truststore.type`]: 'PEM',
    [`${client}ssl.truststore.location`]: ca,
    [`${client}plain.sasl.jaas.config`]: `${login}.plain.PlainLoginModule required user_${user}="${password}";`,
    [`${client}scram-sha-256.sasl.jaas.config`]: scram,
    [`${client}scram-sha-512.sasl.jaas.config`]: scram,
  };
};

export interface KafkaAddresses {
  /** The address the broker listens at. */
  listen: string;
  /** Where clients reach it, on 127.0.0.1. */
  port: number;
  controllerPort: number;
  /** Its data directory. */
  data: string;
}

/** Kafka's settings by name: one node that is broker and controller (KRaft). */
export const kafkaSettings = (at: KafkaAddresses): Record<string, string> => ({
  'process.roles': 'broker,controller',
  'node.id': '1',
  'controller.quorum.voters': `1@127.0.0.1:${at.controllerPort}`,
  listeners: `PLAINTEXT://${at.listen}:${at.port},CONTROLLER://127.0.0.1:${at.controllerPort}`,
  'advertised.listeners': `PLAINTEXT://127.0.0.1:${at.port}`,
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'controller.listener.names': 'CONTROLLER',
  'inter.broker.listener.name': 'PLAINTEXT',
  'log.dirs': at.data,
  'auto.create.topics.enable': 'false',
  'group.initial.rebalance.delay.ms': '0',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '8',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  // after a kill the broker waits until its former self is given up
  'broker.session.timeout.ms': '2000',
  'broker.heartbeat.interval.ms': '500',
});

/** As a file of Java properties. */
export const asProperties = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** As the official image takes them: KAFKA_LOG_DIRS for log.dirs. */
export const asVariables = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `KAFKA_${name.replaceAll('.', '_').toUpperCase()}`,
      value,
    ]),
  );
