import { usersOf } from '@feusa/contracts/user-list';
import type { Role } from '@feusa/contracts/users';
import type { EventStore } from '@feusa/event-log/store/port';

/** The roles that these accounts had just after a position; none for who had no account yet. */
export async function rolesAt(
  log: Pick<EventStore, 'readStreams'>,
  ids: readonly string[],
  position: number,
): Promise<ReadonlyMap<string, Role>> {
  const events = await log.readStreams(ids.map((id) => `user-${id}`));
  const users = usersOf(events.filter((event) => event.position <= position));
  return new Map(users.map(({ id, role }) => [id, role]));
}
