import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel, type Consumer } from 'kafkajs';
import { people } from '../data.js';
import { figuresOf, type Figures } from '../measure.js';

const TOPIC = 'bench.round-trip';
const PARTITIONS = 12;
const EVERY_MS = 20;
const WARM_UP = 50;

/**
 * From sending a message, until a consumer of the same process has it: one at a time, 50 a second, acks
 * of all replicas, in a topic like the product's.
 */
export async function roundTrip(brokers: string, seconds: number): Promise<Figures> {
  const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({
    topics: [{ topic: TOPIC, numPartitions: PARTITIONS }],
    waitForLeaders: true,
  });
  const [producer, consumer] = [kafka.producer(), kafka.consumer({ groupId: TOPIC })];
  let arrived: (key: string) => void = () => {};
  await producer.connect();
  await listen(consumer, (key) => arrived(key));
  const one = async (key: string) => {
    const began = performance.now();
    const back = new Promise<void>((resolve) => {
      arrived = (seen) => seen === key && resolve();
    });
    const value = JSON.stringify(people(1)[0]).padEnd(1000);
    await producer.send({ topic: TOPIC, acks: -1, messages: [{ key, value }] });
    await back;
    return performance.now() - began;
  };
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + seconds * 50; n++) {
    const took = await one(String(n));
    if (n >= WARM_UP) times.push(took);
    await sleep(Math.max(0, EVERY_MS - took));
  }
  await Promise.all([producer.disconnect(), consumer.disconnect()]);
  await admin.deleteTopics({ topics: [TOPIC] });
  await admin.disconnect();
  return figuresOf(times, seconds);
}

async function listen(consumer: Consumer, onKey: (key: string) => void): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  const joined = new EventTarget();
  consumer.on(consumer.events.GROUP_JOIN, () => joined.dispatchEvent(new Event('joined')));
  const ready = once(joined, 'joined');
  await consumer.run({ eachMessage: async ({ message }) => onKey(String(message.key)) });
  await ready;
}
