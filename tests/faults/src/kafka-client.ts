import { openAuthenticator } from '@feusa/event-log/kafka/authenticator';
import { messageOf, signed } from '@feusa/event-log/kafka/topic';
import { storedForm } from '@feusa/event-log/store/stored-form';
import { testSecrets } from '@feusa/privacy/subject-keys/test-keys';
import type { StoredEvent } from '@feusa/contracts/events';
import { Kafka, logLevel, Partitioners, type Admin, type Message, type Producer } from 'kafkajs';
import type { Harness } from './harness.js';

export const topicOf = ({ options }: Harness): string => `${options.name}.events`;

/** Straight to the broker. */
const kafkaOf = ({ environment }: Harness): Kafka =>
  new Kafka({
    clientId: 'faults',
    brokers: [`127.0.0.1:${environment.proxies.kafka.port}`],
    logLevel: logLevel.NOTHING,
  });

export async function withAdmin<T>(
  harness: Harness,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const admin = kafkaOf(harness).admin();
  await admin.connect();
  return work(admin).finally(() => admin.disconnect());
}

/** Makes the messages that the product's own relay would send. */
export async function relayed(harness: Harness): Promise<(event: StoredEvent) => Message> {
  const authenticator = await openAuthenticator(harness.pool, testSecrets, topicOf(harness));
  return (event) => signed(messageOf(event, storedForm(event)), authenticator);
}

export async function withProducer<T>(
  harness: Harness,
  work: (producer: Producer) => Promise<T>,
): Promise<T> {
  const createPartitioner = Partitioners.DefaultPartitioner;
  const producer = kafkaOf(harness).producer({ allowAutoTopicCreation: false, createPartitioner });
  await producer.connect();
  return work(producer).finally(() => producer.disconnect());
}
