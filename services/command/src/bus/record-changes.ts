import type { StoredEvent } from '@feusa/contracts/events';
import { ACCESS_LOG, type AccessLog } from '@feusa/transparency/access-log/port';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from './events-appended.js';

/** Who may sign in, as what, and who may see what. */
const changesAccess = ({ type }: Pick<StoredEvent, 'type'>): boolean =>
  /^(User|Group)|Access/.test(type);

/** Tells the access log who has changed what somebody may do. */
@EventsHandler(EventsAppended)
export class RecordChanges implements IEventHandler<EventsAppended> {
  constructor(@Inject(ACCESS_LOG) private readonly accessLog: Pick<AccessLog, 'record'>) {}

  handle({ events }: EventsAppended): void {
    for (const event of events.filter(changesAccess))
      this.accessLog.record({
        ...{ kind: 'access-changed', user: event.actor, about: event.stream },
        detail: `${event.type} ${event.position}`,
      });
  }
}
