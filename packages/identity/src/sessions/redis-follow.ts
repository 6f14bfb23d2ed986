import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { RedisConnection } from '@feusa/platform/redis/port';
import type { SessionChange } from './port.js';

/** The stream of what has changed. */
export const CHANGES = 'feusa:session-changes';

const BLOCK_MS = 1000;
const RETRY_MS = 1000;
const BATCH = 1000;
const START = '0-0';

/** Takes a change and the process that made it. */
type Apply = (change: SessionChange, from: string) => void;

/**
 * Applies what comes into the stream from now on, in order, until the connection is closed. After an
 * interruption it goes on where it was. Resolves when it has begun, or has to wait for Redis. Anybody may
 * have written it: a change is a reason to look into the database again, and no more.
 */
export async function followChanges(
  redis: RedisConnection,
  log: Logger,
  apply: Apply,
): Promise<void> {
  const client = await redis.blocking(BLOCK_MS);
  const cursor: StreamCursor = { after: await cursorIn(client).catch(() => undefined) };
  void follow({ client, closing: redis.closing, log, apply }, cursor);
}

interface Following {
  readonly client: Redis;
  readonly closing: AbortSignal;
  readonly log: Logger;
  readonly apply: Apply;
}

async function follow(
  { client, closing, log, apply }: Following,
  cursor: StreamCursor,
): Promise<void> {
  let lost = false;
  while (!closing.aborted) {
    try {
      cursor.after = await cursorIn(client, cursor.after);
      if (lost) log.info('session changes are followed again');
      lost = false;
      for (;;) await readOn(client, cursor, apply);
    } catch (err) {
      if (!lost && !closing.aborted) log.warn({ err }, 'session changes are not followed');
      lost = true;
      await pause(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
    }
  }
}

interface StreamCursor {
  after: string | undefined;
}

/** Where to go on: at the end at first; at the start of a stream that began anew. */
async function cursorIn(client: Redis, after?: string): Promise<string> {
  const [last] = await client.xrevrange(CHANGES, '+', '-', 'COUNT', 1);
  const end = last?.[0] ?? START;
  if (after === undefined) return end;
  return isBefore(end, after) ? START : after;
}

async function readOn(client: Redis, cursor: StreamCursor, apply: Apply): Promise<void> {
  const from = cursor.after ?? START;
  const answer = await client.xread('COUNT', BATCH, 'BLOCK', BLOCK_MS, 'STREAMS', CHANGES, from);
  const read = answer?.[0]?.[1] ?? [];
  for (const each of new Set(read.map(([, fields]) => JSON.stringify(recordOf(fields)))))
    applyOne(JSON.parse(each) as ReturnType<typeof recordOf>, apply);
  cursor.after = read.at(-1)?.[0] ?? from;
}

function applyOne({ kind, id = '', from = '' }: ReturnType<typeof recordOf>, apply: Apply): void {
  if (kind === 'ended') apply({ kind, sessionId: id }, from);
  if (kind === 'user-ended' || kind === 'user-changed') apply({ kind, userId: id }, from);
}

/** Names and values, one after the other, as a record. */
function recordOf(fields: readonly string[]): Partial<Record<string, string>> {
  const pairs = fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1] ?? '']] : []));
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Whether an id of the stream, `milliseconds-number`, comes before another. */
function isBefore(one: string, other: string): boolean {
  const [ms = 0, number = 0] = one.split('-').map(Number);
  const [otherMs = 0, otherNumber = 0] = other.split('-').map(Number);
  return ms < otherMs || (ms === otherMs && number < otherNumber);
}
