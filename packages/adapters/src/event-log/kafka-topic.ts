import type { StoredEvent } from '@feusa/contracts/events';
import { upcast } from '@feusa/domain/upcast';
import type { Admin, KafkaMessage, Message } from 'kafkajs';

export const TOPIC = 'feusa.events';
const WEEK_MS = 7 * 24 * 3600 * 1000;

/** "Every event up to this position that belongs into this partition came before." */
export interface Watermark {
  readonly watermark: number;
}

/** The topic where it is missing: enough partitions for the workers, kept for a week. */
export async function ensureTopic(admin: Admin, partitions: number): Promise<void> {
  if ((await admin.listTopics()).includes(TOPIC)) return;
  const configEntries = [{ name: 'retention.ms', value: String(WEEK_MS) }];
  const topic = { topic: TOPIC, numPartitions: partitions, replicationFactor: -1, configEntries };
  await admin.createTopics({ topics: [topic], waitForLeaders: true, timeout: 5000 });
}

/** Keyed by stream, so that a stream's events keep their order. */
export const messageOf = (event: StoredEvent): Message => ({
  key: event.stream,
  value: JSON.stringify(event),
  headers: { position: String(event.position), traceparent: traceparentOf(event) },
});

export const watermarkFor = (partition: number, position: number): Message => ({
  partition,
  key: null,
  value: JSON.stringify({ watermark: position } satisfies Watermark),
});

/** What a message says; undefined where it is none of ours. */
export function readMessage({ value }: KafkaMessage): StoredEvent | Watermark | undefined {
  try {
    const read = JSON.parse(String(value)) as StoredEvent | Watermark;
    if ('watermark' in read) return Number.isSafeInteger(read.watermark) ? read : undefined;
    return Number.isSafeInteger(read.position) ? upcast(read) : undefined;
  } catch {
    return undefined;
  }
}

/** W3C trace context: the correlation id is the trace, the event's id begins with the span. */
function traceparentOf({ correlationId, id }: StoredEvent): string {
  return `00-${correlationId.replaceAll('-', '')}-${id.replaceAll('-', '').slice(0, 16)}-01`;
}
