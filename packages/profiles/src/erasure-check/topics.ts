import { randomUUID } from 'node:crypto';
import type { Admin, EachBatchPayload } from 'kafkajs';
import { openKafka, type KafkaConnection } from '@feusa/event-log/kafka/connection';
import type { SearchedValues } from './searched-values.js';

const MOST_MS = 120_000;

/** The topics that have one of these texts in the bytes of a message; all are read to their ends. */
export async function topicsWith(
  connection: KafkaConnection,
  wanted: SearchedValues,
): Promise<string[]> {
  const kafka = openKafka(connection, { clientId: 'feusa-check' });
  const admin = kafka.admin();
  const groupId = `feusa-check-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  try {
    await admin.connect();
    const unread = await endsOf(admin);
    const topics = [...new Set([...unread.keys()].map((place) => place.split(' ')[0]!))];
    if (topics.length === 0) return [];
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    const found = new Set<string>();
    await new Promise<void>((done, fail) => {
      const late = () => fail(new Error('Kafka does not give all messages'));
      setTimeout(late, MOST_MS).unref();
      const eachBatch = async ({ batch }: EachBatchPayload) => {
        if (batch.messages.some((message) => wanted.isIn(bytesOf(message)))) found.add(batch.topic);
        const place = `${batch.topic} ${batch.partition}`;
        if (Number(batch.lastOffset()) + 1 >= (unread.get(place) ?? 0)) unread.delete(place);
        if (unread.size === 0) done();
      };
      consumer.run({ autoCommit: false, eachBatch }).catch(fail);
    });
    return [...found];
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}

/** Where each partition ends that has something in it, but those of the broker's own topics. */
async function endsOf(admin: Admin): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  for (const topic of await admin.listTopics()) {
    if (topic.startsWith('__')) continue;
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
      if (Number(high) > Number(low)) ends.set(`${topic} ${partition}`, Number(high));
  }
  return ends;
}

type Message = EachBatchPayload['batch']['messages'][number];
const bytesOf = ({ key, value, headers = {} }: Message): Buffer =>
  Buffer.concat(
    [key, value, ...Object.values(headers).flat()].map((each) => Buffer.from(each ?? '')),
  );
