import type { EventFilter, EventStore } from '@feusa/event-log/store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import { MAX_UNDONE } from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';

/** One event, the event of a command, or all events that belong together. */
export interface UndoSelection {
  readonly position?: number | undefined;
  readonly commandId?: string | undefined;
  readonly correlationId?: string | undefined;
}

/**
 * The events that somebody wants to take back, newest first. Administrators may undo what anybody did,
 * everybody else what they did themselves: of what others did they do not even learn that it is there.
 * @throws Refusal where there are none, or more than can be undone at once
 */
export async function findEvents(
  store: EventStore,
  wanted: UndoSelection,
  by: SessionUser,
): Promise<StoredEvent[]> {
  const events = await read(store, wanted, by.role === 'admin' ? {} : { actor: by.id });
  if (events.length === 0) refuse('undo/not-found');
  if (events.length > MAX_UNDONE) refuse('undo/too-large', { limit: MAX_UNDONE });
  return events.reverse();
}

async function read(
  store: EventStore,
  { position, commandId, correlationId }: UndoSelection,
  whose: Pick<EventFilter, 'actor'>,
): Promise<StoredEvent[]> {
  if (position !== undefined) {
    const [event] = await store.read(position - 1, 1);
    const isOne = event?.position === position && (whose.actor ?? event.actor) === event.actor;
    return isOne ? [event] : [];
  }
  const cause = commandId === undefined ? { correlationId: correlationId ?? '' } : { commandId };
  const recorded = await store.readRecorded(0, MAX_UNDONE + 1, { ...cause, ...whose });
  return recorded.map(({ event }) => event);
}
