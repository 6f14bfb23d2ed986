import { randomUUID } from 'node:crypto';
import { engineUrl } from '@feusa/testing/engine-addresses';
import { Kafka, logLevel, Partitioners, type Message } from 'kafkajs';

/** The topic of a product under test, as somebody has it who can write to Kafka. */
export class TestTopic {
  private readonly kafka = new Kafka({
    ...{ clientId: 'stranger', brokers: [engineUrl('kafka')], logLevel: logLevel.NOTHING },
  });

  constructor(private readonly topic: string) {}

  async write(messages: readonly Message[]): Promise<void> {
    const createPartitioner = Partitioners.DefaultPartitioner;
    const producer = this.kafka.producer({ allowAutoTopicCreation: false, createPartitioner });
    await producer.connect();
    await producer.send({ topic: this.topic, messages: [...messages], acks: -1 });
    await producer.disconnect();
  }

  /** All that is in it, as it could be sent again. */
  async read(): Promise<Message[]> {
    const admin = this.kafka.admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(this.topic);
    await admin.disconnect();
    let missing = offsets.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
    const consumer = this.kafka.consumer({ groupId: randomUUID(), maxWaitTimeInMs: 100 });
    const messages: Message[] = [];
    await consumer.connect();
    await consumer.subscribe({ topic: this.topic, fromBeginning: true });
    await new Promise<void>((done) => {
      const eachMessage = async ({
        partition,
        message,
      }: {
        partition: number;
        message: object;
      }) => {
        messages.push({ ...(message as Message), partition });
        if (--missing <= 0) done();
      };
      void consumer.run({ autoCommit: false, eachMessage });
    });
    await consumer.disconnect();
    return messages;
  }
}
