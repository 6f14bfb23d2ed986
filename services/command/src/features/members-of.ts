import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import type { GroupEvents } from '@feusa/contracts/groups';
import { fold } from '@feusa/domain/decider';
import { groups } from '@feusa/domain/groups';
import type { EventStore } from '@feusa/event-log/store/port';

/** The ids of the members of a group, at the head of the log; undefined where there is no such group. */
export async function membersOf(
  store: Pick<EventStore, 'readStreams'>,
  id: string,
): Promise<readonly string[] | undefined> {
  const events = await store.readStreams([streamOf('group', id)]);
  const { state } = fold(groups, events as StoredEvent<keyof typeof GroupEvents>[]);
  return state && !state.removed ? state.members : undefined;
}
