import { idOf } from '@feusa/contracts/events';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from '../bus/write-side.js';
import { SYSTEM } from '../feature.js';
import { AccountNotices } from './account-notices.js';

/** People hear of a new role of theirs, but for what the start itself gives. */
@EventsHandler(EventsAppended)
export class RoleNotices implements IEventHandler<EventsAppended> {
  constructor(@Inject(AccountNotices) private readonly notices: Pick<AccountNotices, 'notify'>) {}

  handle({ events }: EventsAppended): void {
    for (const event of events) {
      if (event.type !== 'UserRoleSet' || event.actor === SYSTEM.id) continue;
      this.notices.notify(idOf(event.stream), { kind: 'role-changed', role: event.data.role });
    }
  }
}
