import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import type { GroupEvents } from '@feusa/contracts/groups';
import { askingAfter, type Asking } from '@feusa/contracts/acknowledgements';
import type { AcknowledgementFacts } from '@feusa/domain/acknowledgements';
import { fold } from '@feusa/domain/decider';
import { groups } from '@feusa/domain/groups';
import type { EventStore } from '@feusa/event-log/store/port';

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
    const events = await store.readStreams([streamOf('group', id)]);
    const { state } = fold(groups, events as StoredEvent<keyof typeof GroupEvents>[]);
    if (state && !state.removed) for (const userId of state.members) all.add(userId);
  }
  return (userId: string) => all.has(userId);
}
