import type { StoredEvent } from '@feusa/contracts/events';
import { errorText } from './error-text.js';
import type { Failure } from './port.js';

/** Where a stream stops; also of an event that this release cannot read. */
export function stopAt(event: StoredEvent, fault: unknown): Failure {
  const { stream, version: fromVersion, position, id: eventId } = event;
  const { type: eventType } = JSON.parse(JSON.stringify(event)) as StoredEvent;
  return { stream, fromVersion, position, eventId, eventType, error: errorText(fault) };
}
