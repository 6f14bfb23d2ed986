import type { SealedEvent } from '@feusa/event-log/store/port';

/** An event as lists answer it. */
export function shown({ event, hash }: SealedEvent) {
  const { position, id, stream, version, type, at, actor, data, commandId, correlationId } = event;
  const cause = { commandId, correlationId };
  return { position: String(position), id, stream, version, type, at, actor, data, ...cause, hash };
}
