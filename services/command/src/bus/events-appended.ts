import type { StoredEvent } from '@feusa/contracts/events';

/**
 * These events are durable. It is published in the process that appended them before any of their commands
 * is answered, and at no other time: what must happen in every process, or after a crash, follows the log.
 */
export class EventsAppended {
  constructor(readonly events: readonly StoredEvent[]) {}
}
