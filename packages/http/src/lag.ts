import type { EventLog, Relaying } from '@feusa/event-log/subscription/port';
import type { EventStore } from '@feusa/event-log/store/port';
import type { Part } from './health.js';

const MOST_EVENTS = 1000;
const MOST_SECONDS = 30;

/** What is not handled yet: how many events, and the age of the oldest one. */
export interface Lag {
  readonly events: number;
  readonly seconds: number;
}

export type Log = Pick<EventStore, 'head' | 'read'>;

/** How far the end of the log is from a position. */
export async function lagAt(position: number, store: Log): Promise<Lag> {
  const { position: head } = await store.head();
  if (head <= position) return { events: 0, seconds: 0 };
  const [oldest] = await store.read(position, 1);
  return { events: head - position, seconds: oldest ? ageOf(oldest.at) : 0 };
}

/** In seconds, of an ISO-8601 time. */
export const ageOf = (at: string): number => Math.max(0, Date.now() - Date.parse(at)) / 1000;

/** What is wrong with that, in a few words; undefined for what a busy log always leaves. */
export function behind({ events, seconds }: Lag): string | undefined {
  if (events <= MOST_EVENTS && seconds <= MOST_SECONDS) return undefined;
  return `${events} events behind, the oldest ${Math.round(seconds)} s old`;
}

/** A part that stands and falls with one consumer of this process. */
export function consumerPart(
  name: string,
  consumer: string,
  { eventLog, store }: { eventLog: Pick<EventLog, 'subscriptions'>; store: Log },
): Part {
  const found = () => eventLog.subscriptions().find((each) => each.consumer === consumer);
  const lag = () => lagAt(found()?.position ?? 0, store);
  return {
    name,
    required: false,
    check: async () => found()?.fault ?? behind(await lag()),
    lag: async () => (await lag()).events,
  };
}

/** The relay, whichever process has it. */
export function relayPart(relay: Relaying, store: Log): Part {
  const lag = async () => lagAt(await relay.position(), store);
  return {
    name: 'relay',
    required: false,
    check: async () => relay.state() ?? behind(await lag()),
    lag: async () => (await lag()).events,
    detail: () => (relay.leads() ? 'leads' : 'stands by'),
  };
}
