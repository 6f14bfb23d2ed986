import type { EventStore } from '@feusa/event-log/store/port';
import { usersOf } from '@feusa/contracts/user-list';
import type { UserView } from '@feusa/contracts/users';

type Log = Pick<EventStore, 'positionAt' | 'readLatest' | 'readStreams'>;

/**
 * The users just after a position or at a time (ISO-8601), folded from the streams of users alone: these
 * are few, however long the log.
 */
export async function usersAt(log: Log, at: number | string): Promise<UserView[]> {
  const position = typeof at === 'number' ? at : await log.positionAt(at);
  const streams = (await log.readLatest('user')).map(({ stream }) => stream);
  const events = await log.readStreams(streams);
  return usersOf(events.filter((event) => event.position <= position));
}
