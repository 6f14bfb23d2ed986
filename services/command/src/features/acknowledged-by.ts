import { streamOf } from '@feusa/contracts/events';
import { askingAfter, type Asking } from '@feusa/contracts/acknowledgements';
import type { AcknowledgementFacts } from '@feusa/domain/acknowledgements';
import type { EventStore } from '@feusa/event-log/store/port';
import { membersOf } from './members-of.js';

/** Whether a file asks somebody, and which versions they have acknowledged, at the head of the log. */
export async function acknowledgedBy(
  id: string,
  userId: string,
  store: EventStore,
): Promise<AcknowledgementFacts> {
  const stream = streamOf('file', id);
  const [[file], own] = await Promise.all([
    store.readFiles([stream]),
    store.readAcknowledged(userId),
  ]);
  const asking = file?.events.reduce<Asking | undefined>(askingAfter, undefined);
  return {
    isAsked: (await askedIn(asking, store))(userId),
    done: own.filter((each) => each.stream === stream).map(({ data }) => data.fileVersion),
  };
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
