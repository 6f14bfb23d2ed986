import type { StoredEvent } from '@feusa/contracts/events';
import { ACCESS_LOG, type AccessLog } from '@feusa/transparency/access-log/port';
import { administratorsMade } from '@feusa/platform/telemetry/metrics';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from './write-side.js';

/** Who may sign in, as what, and who may see what. */
const changesAccess = ({ type }: Pick<StoredEvent, 'type'>): boolean =>
  /^(User|Group)|Access/.test(type);

const makesAdministrator = (event: StoredEvent): boolean =>
  (event.type === 'UserRoleSet' || event.type === 'UserRegistered') && event.data.role === 'admin';

/** Tells the access log who has changed what somebody may do. */
@EventsHandler(EventsAppended)
export class RecordChanges implements IEventHandler<EventsAppended> {
  constructor(@Inject(ACCESS_LOG) private readonly accessLog: Pick<AccessLog, 'record'>) {}

  handle({ events }: EventsAppended): void {
    administratorsMade.inc(events.filter(makesAdministrator).length);
    for (const event of events.filter(changesAccess))
      this.accessLog.record({
        ...{ kind: 'access-changed', user: event.actor, about: event.stream },
        detail: `${event.type} ${event.position}`,
      });
  }
}
