import type { EventStore } from '@feusa/adapters/event-store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import { MAX_UNDONE } from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';

/** One event, the event of a command, or all events that belong together. */
export interface Wanted {
  readonly position?: number | undefined;
  readonly commandId?: string | undefined;
  readonly correlationId?: string | undefined;
}

/**
 * The events that somebody wants to take back, newest first. Administrators may undo what anybody did,
 * everybody else what they did themselves.
 * @throws Refusal where there are none, more than can be undone at once, or only those of others
 */
export async function findEvents(
  store: EventStore,
  wanted: Wanted,
  by: SessionUser,
): Promise<StoredEvent[]> {
  const events = await read(store, wanted);
  if (events.length === 0) refuse('undo/not-found');
  if (events.length > MAX_UNDONE) refuse('undo/too-large', { limit: MAX_UNDONE });
  const own = by.role === 'admin' ? events : events.filter(({ actor }) => actor === by.id);
  return own.length > 0 ? own.reverse() : refuse('not-allowed');
}

async function read(store: EventStore, { position, ...cause }: Wanted): Promise<StoredEvent[]> {
  if (position !== undefined) {
    return (await store.read(position - 1, 1)).filter((event) => event.position === position);
  }
  const { commandId, correlationId } = cause;
  const filter = commandId === undefined ? { correlationId: correlationId ?? '' } : { commandId };
  return (await store.readSealed(0, MAX_UNDONE + 1, filter)).map(({ event }) => event);
}
