import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import type { GroupEvents } from '@feusa/contracts/groups';
import { byStream } from '@feusa/contracts/group-by';
import type { SessionUser } from '@feusa/contracts/users';
import { fold } from '@feusa/domain/decider';
import { groups } from '@feusa/domain/groups';
import type { EventStore } from '@feusa/event-log/store/port';

export type AccessLog = Pick<EventStore, 'restrictedFolders' | 'readStreams'>;
type GroupEvent = StoredEvent<keyof typeof GroupEvents>;

/** Whether any folder at all is somebody's to manage; which one it is, each decision says. */
export async function managesAnything(
  store: AccessLog,
  { id, role }: SessionUser,
): Promise<boolean> {
  if (role === 'admin') return true;
  const restricted = await store.restrictedFolders();
  const named = new Set(restricted.flatMap(({ access }) => access.manage));
  if (named.size === 0 || named.has(id)) return named.has(id);
  const events = await store.readStreams([...named].map((each) => streamOf('group', each)));
  return [...byStream(events).values()].some((own) => {
    const { state } = fold(groups, own as readonly GroupEvent[]);
    return state !== null && !state.removed && state.members.includes(id);
  });
}
