import { Kafka, logLevel, type Consumer } from 'kafkajs';
import { waitFor } from '@feusa/testing/wait';
import { engineContract, type Client } from './contract.js';

const TOPIC = 'words';

await engineContract('kafka', async ({ KAFKA_BROKERS }): Promise<Client> => {
  const kafka = new Kafka({ brokers: [KAFKA_BROKERS!], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  return {
    async write(word) {
      await admin.createTopics({ waitForLeaders: true, topics: [{ topic: TOPIC }] });
      const producer = kafka.producer();
      await producer.connect();
      await producer.send({ topic: TOPIC, acks: -1, messages: [{ value: word }] });
      await producer.disconnect();
    },
    async read() {
      if (!(await admin.listTopics()).includes(TOPIC)) return [];
      // Other than writers and readers, this gives up where a partition has no leader yet, as after a start.
      const [partition] = await waitFor(() => admin.fetchTopicOffsets(TOPIC));
      const consumer = kafka.consumer({ groupId: `reader-${Date.now()}` });
      return consume(consumer, Number(partition!.high)).finally(() => consumer.disconnect());
    },
    close: () => admin.disconnect(),
  };
});

/** The first `count` messages, through a consumer group. */
const consume = async (consumer: Consumer, count: number) => {
  const words: string[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || reject(payload.error));
    const eachMessage = async ({ message }: { message: { value: Buffer | null } }) => {
      words.push(String(message.value));
      if (words.length === count) resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  return words;
};
