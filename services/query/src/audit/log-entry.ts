import type { RecordedEvent } from '@feusa/event-log/store/port';

/** An event as lists answer it. */
export function logEntryOf({ event, hash }: RecordedEvent) {
  const { position, id, stream, version, type, at, actor, data, commandId, correlationId } = event;
  const cause = { commandId, correlationId };
  return { position: String(position), id, stream, version, type, at, actor, data, ...cause, hash };
}
