import type { InvitationView } from '@feusa/contracts/invitations';
import { idOf, streamOf, type StoredEvent } from '@feusa/contracts/events';
import { invitationBounds } from '@feusa/contracts/invitation-bounds';
import { invitationsOf } from '@feusa/contracts/user-list';
import type { EventStore } from '@feusa/event-log/store/port';
import type { Invitations } from '@feusa/identity/invitations/port';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from '../bus/write-side.js';
import { INVITATION_PORTS } from './invitation-ports.js';

/** Those of these invitations that are open by the log, as it has them. */
export async function openInLog(
  links: readonly Pick<InvitationView, 'id'>[],
  store: Pick<EventStore, 'readStreams'>,
): Promise<InvitationView[]> {
  const events = await store.readStreams(links.map(({ id }) => streamOf('user', id)));
  const open = new Map(invitationsOf(events).map((each) => [each.id, each]));
  return links.flatMap(({ id }) => open.get(id) ?? []);
}

/** What everybody was last invited to who has not come and was not erased, whether it is open or not. */
export async function notYetCome(
  store: Pick<EventStore, 'readAbsent' | 'readStreams'>,
): Promise<{ readonly invitation: InvitationView; readonly isOpen: boolean }[]> {
  const latest = await store.readAbsent(['UserInvited', 'InvitationWithdrawn']);
  const events = await store.readStreams(latest.map(({ stream }) => stream));
  const withdrawn = new Set(latest.filter(({ type }) => type !== 'UserInvited').map(idIn));
  return invitationsOf(events.filter(({ type }) => type === 'UserInvited')).map((invitation) => {
    const { id, expiresAt } = invitation;
    return { invitation, isOpen: !withdrawn.has(id) && Date.parse(expiresAt) > Date.now() };
  });
}

/** Those that are open, the newest first. */
export async function openNow(store: Pick<EventStore, 'readAbsent'>): Promise<InvitationView[]> {
  const since = new Date(Date.now() - invitationBounds.life.value);
  return invitationsOf(await store.readAbsent(['UserInvited'], since)).reverse();
}

const idIn = ({ stream }: StoredEvent) => idOf(stream);

/** Those of all events that were open at a moment (ms). */
export const openAt = (events: readonly StoredEvent[], moment: number): InvitationView[] =>
  invitationsOf(events).filter(({ expiresAt }) => Date.parse(expiresAt) > moment);

/** The link of an invitation that was withdrawn is of no use any more. */
@EventsHandler(EventsAppended)
export class EndInvitations implements IEventHandler<EventsAppended> {
  constructor(
    @Inject(INVITATION_PORTS)
    private readonly ports: { readonly invitations: Pick<Invitations, 'end'> },
  ) {}

  async handle({ events }: EventsAppended): Promise<void> {
    for (const { type, stream } of events)
      if (type === 'InvitationWithdrawn') await this.ports.invitations.end(idOf(stream));
  }
}
