import { SESSIONS, type Sessions } from '@feusa/identity/sessions/port';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from '../bus/write-side.js';

type Ends = Pick<Sessions, 'userChanged' | 'endUser'>;

const ending: ReadonlySet<string> = new Set(['UserSuspended', 'UserRemoved', 'PersonErased']);

/** A changed role or an account that is suspended or removed counts at once, for requests and open sockets alike. */
@EventsHandler(EventsAppended)
export class EndSessions implements IEventHandler<EventsAppended> {
  constructor(@Inject(SESSIONS) private readonly sessions: Ends) {}

  /** Each is begun at once, whatever becomes of the others. */
  async handle({ events }: EventsAppended): Promise<void> {
    const ended = await Promise.allSettled(events.map((event) => this.endAfter(event)));
    const faults = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    if (faults.length > 0) throw new AggregateError(faults, 'sessions not ended');
  }

  private async endAfter({ type, stream }: StoredEvent): Promise<void> {
    const user = idOf(stream);
    // Nothing remembered is used from here on, while the sessions themselves are being taken away.
    if (type === 'UserRoleSet' || ending.has(type)) this.sessions.userChanged(user);
    if (ending.has(type)) await this.sessions.endUser(user);
  }
}
