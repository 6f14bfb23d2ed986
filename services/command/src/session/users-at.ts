import type { EventStore } from '@feusa/adapters/event-store/port';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import type { UserView } from '@feusa/contracts/users';

type Log = Pick<EventStore, 'positionAt' | 'readLatest' | 'readStreams'>;

/**
 * The users just after a position or at a time (ISO-8601), folded from the streams of users alone: these
 * are few, however long the log.
 */
export async function usersAt(log: Log, at: number | string): Promise<UserView[]> {
  const position = typeof at === 'number' ? at : await log.positionAt(at);
  const streams = (await log.readLatest('user')).map(({ stream }) => stream);
  const users = new Map<string, UserView>();
  for (const event of await log.readStreams(streams)) {
    if (event.position > position) continue;
    const next = after(users.get(event.stream), event);
    if (next) users.set(event.stream, next);
    else users.delete(event.stream);
  }
  return [...users.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ createdAt, id }: UserView) => createdAt + id;

function after(user: UserView | undefined, event: StoredEvent): UserView | undefined {
  switch (event.type) {
    case 'UserRegistered':
      return { id: idOf(event.stream), ...event.data, createdAt: event.at };
    case 'UserRoleSet':
      return user && { ...user, role: event.data.role };
    case 'UserRemoved':
      return undefined;
    default:
      return user;
  }
}
