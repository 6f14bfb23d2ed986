import type { StoredEvent } from '@feusa/contracts/events';
import type { RawEvent } from '@feusa/domain/upcast';
import { arrived, traceHeaders } from '@feusa/platform/telemetry/stages';
import type { Admin, KafkaMessage, Message } from 'kafkajs';
import type { Authenticator } from './authenticator.js';

/** The one topic of an installation. */
export const topicOf = (namespace: string): string => `${namespace}.events`;

const WEEK_MS = 7 * 24 * 3600 * 1000;

/** "Every event up to this position that belongs into this partition came before." */
export interface Watermark {
  readonly watermark: number;
  readonly partition: number;
  /** Of the topic: another one than before means that it was deleted and made anew. */
  readonly epoch: number;
}

/** What somebody else than the relay says to be at a position; nothing more of it is looked at. */
export interface Claim {
  readonly claimed: number;
}

export type Read = RawEvent | Watermark | Claim;

export const isMark = (read: Read | undefined): read is Watermark =>
  read !== undefined && 'watermark' in read;
export const isClaim = (read: Read | undefined): read is Claim =>
  read !== undefined && 'claimed' in read;
export const isEvent = (read: Read | undefined): read is RawEvent =>
  read !== undefined && 'position' in read;

export const hasTopic = async (admin: Admin, topic: string): Promise<boolean> =>
  (await admin.listTopics()).includes(topic);

/** Makes the topic; messages are kept for a week. */
export async function makeTopic(admin: Admin, topic: string, numPartitions: number): Promise<void> {
  const configEntries = [{ name: 'retention.ms', value: String(WEEK_MS) }];
  const wanted = { topic, numPartitions, replicationFactor: -1, configEntries };
  await admin.createTopics({ topics: [wanted], waitForLeaders: true, timeout: 5000 });
}

/** Keyed by stream, so that a stream's events keep their order; personal fields travel encrypted. */
export const messageOf = (event: StoredEvent, stored: RawEvent): Message => ({
  key: event.stream,
  value: JSON.stringify(stored),
  headers: { position: String(event.position), ...traceHeaders(event) },
});

export const messageOfMark = (mark: Watermark): Message => ({
  partition: mark.partition,
  key: null,
  value: JSON.stringify(mark),
});

/** The message with what proves that it is of the relay. */
export const signed = (message: Message, { codeOf }: Authenticator): Message => ({
  ...message,
  headers: { ...message.headers, code: codeOf(message.value ?? '') },
});

/** What a message says, an event as it is stored; undefined where it is worth nothing. */
export function readMessage(
  { value, headers }: KafkaMessage,
  { isOurs }: Authenticator,
): Read | undefined {
  const code = headers?.['code'];
  const ours = value !== null && code !== undefined && isOurs(value, String(code));
  try {
    const said = JSON.parse(String(value)) as RawEvent | Watermark;
    if ('watermark' in said) return ours ? said : undefined;
    if (!Number.isSafeInteger(said.position)) return undefined;
    return ours ? arrived(said, headers?.['traceparent']) : { claimed: said.position };
  } catch {
    return undefined;
  }
}
