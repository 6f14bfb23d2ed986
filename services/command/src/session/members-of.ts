import type { EventStore } from '@feusa/event-log/store/port';
import { streamOf } from '@feusa/contracts/events';

/** The ids of the members of a group, at the head of the log; undefined where there is no such group. */
export async function membersOf(
  store: Pick<EventStore, 'readStreams'>,
  id: string,
): Promise<readonly string[] | undefined> {
  const events = await store.readStreams([streamOf('group', id)]);
  let members: readonly string[] | undefined;
  let isRemoved = false;
  for (const event of events) {
    if (event.type === 'GroupAdded') members = [];
    if (event.type === 'GroupMembersSet') members = event.data.userIds;
    if (event.type === 'GroupRemoved') isRemoved = true;
    if (event.type === 'GroupRestored') isRemoved = false;
  }
  return isRemoved ? undefined : members;
}
