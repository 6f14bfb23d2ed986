import type { StoredEvent } from '@feusa/contracts/events';
import type { RawEvent } from '@feusa/domain/upcast';
import { arrived, traceHeaders } from '@feusa/telemetry/stages';
import type { Admin, KafkaMessage, Message } from 'kafkajs';

/** The one topic of an installation. */
export const topicOf = (namespace: string): string => `${namespace}.events`;

const WEEK_MS = 7 * 24 * 3600 * 1000;

/** "Every event up to this position that belongs into this partition came before." */
export interface Watermark {
  readonly watermark: number;
  /** Of the topic: another one than before means that it was deleted and made anew. */
  readonly epoch: number;
}

export const hasTopic = async (admin: Admin, topic: string): Promise<boolean> =>
  (await admin.listTopics()).includes(topic);

/** Makes the topic; messages are kept for a week. */
export async function makeTopic(admin: Admin, topic: string, numPartitions: number): Promise<void> {
  const configEntries = [{ name: 'retention.ms', value: String(WEEK_MS) }];
  const wanted = { topic, numPartitions, replicationFactor: -1, configEntries };
  await admin.createTopics({ topics: [wanted], waitForLeaders: true, timeout: 5000 });
}

/** Keyed by stream, so that a stream's events keep their order; personal fields travel sealed. */
export const messageOf = (event: StoredEvent, stored: RawEvent): Message => ({
  key: event.stream,
  value: JSON.stringify(stored),
  headers: { position: String(event.position), ...traceHeaders(event) },
});

export const messageOfMark = (partition: number, mark: Watermark): Message => ({
  partition,
  key: null,
  value: JSON.stringify(mark),
});

/** What a message says, an event as it is stored; undefined where it is none of ours. */
export function readMessage({ value, headers }: KafkaMessage): RawEvent | Watermark | undefined {
  try {
    const read = JSON.parse(String(value)) as RawEvent | Watermark;
    if ('watermark' in read) return Number.isSafeInteger(read.watermark) ? read : undefined;
    if (!Number.isSafeInteger(read.position)) return undefined;
    return arrived(read, headers?.['traceparent']);
  } catch {
    return undefined;
  }
}
