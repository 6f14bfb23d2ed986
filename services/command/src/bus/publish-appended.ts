import { EVENT_LOG, type EventLog } from '@feusa/event-log/subscription/port';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from './events-appended.js';

/** Tells those who follow the log in this process, who would find the events a little later. */
@EventsHandler(EventsAppended)
export class PublishAppended implements IEventHandler<EventsAppended> {
  constructor(@Inject(EVENT_LOG) private readonly eventLog: Pick<EventLog, 'publish'>) {}

  handle({ events }: EventsAppended): void {
    this.eventLog.publish(events);
  }
}
