import { EVENT_LOG, type EventLog } from '@feusa/event-log/subscription/port';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import type { StoredEvent } from '@feusa/contracts/events';

/**
 * These events are durable. It is published in the process that appended them before any of their commands
 * is answered, and at no other time: what must happen in every process, or after a crash, follows the log.
 */
export class EventsAppended {
  constructor(readonly events: readonly StoredEvent[]) {}
}

/** Tells those who follow the log in this process, who would find the events a little later. */
@EventsHandler(EventsAppended)
export class PublishAppended implements IEventHandler<EventsAppended> {
  constructor(@Inject(EVENT_LOG) private readonly eventLog: Pick<EventLog, 'publish'>) {}

  handle({ events }: EventsAppended): void {
    this.eventLog.publish(events);
  }
}
