import { streamOf } from '@feusa/contracts/events';
import { askingAfter, type Asking } from '@feusa/contracts/acknowledgements';
import type { AcknowledgementFacts } from '@feusa/domain/acknowledgements';
import type { EventStore } from '@feusa/event-log/store/port';
import { membersOf } from './members-of.js';

/** Tells of a user whether a file asks them, and which versions they have acknowledged. */
export type AcknowledgedBy = (userId: string) => AcknowledgementFacts;

/** As it is at the head of the log. */
export async function acknowledgedBy(id: string, store: EventStore): Promise<AcknowledgedBy> {
  const events = await store.readStreams([streamOf('file', id)]);
  const asking = events.reduce<Asking | undefined>(askingAfter, undefined);
  const isAsked = await askedIn(asking, store);
  return (userId) => ({
    isAsked: isAsked(userId),
    done: events.flatMap(({ type, data, actor }) =>
      type === 'FileAcknowledged' && actor === userId ? [data.fileVersion] : [],
    ),
  });
}

async function askedIn(asking: Asking | undefined, store: EventStore) {
  if (!asking) return () => false;
  const { from } = asking;
  if ('everyone' in from) return () => true;
  const all = new Set(from.users);
  for (const id of from.groups ?? []) {
    for (const userId of (await membersOf(store, id)) ?? []) all.add(userId);
  }
  return (userId: string) => all.has(userId);
}
