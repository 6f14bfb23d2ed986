import { idOf, type StoredEvent } from './events.js';
import { invitationBounds } from './invitation-bounds.js';
import type { InvitationView } from './invitations.js';
import type { UserView } from './users.js';

/** The users that these events leave, each stream in order; by the time of registration, then id. */
export function usersOf(events: readonly StoredEvent[]): UserView[] {
  const users = new Map<string, UserView>();
  for (const event of events) {
    const next = userAfter(users.get(event.stream), event);
    if (next) users.set(event.stream, next);
    else users.delete(event.stream);
  }
  const keyOf = ({ createdAt, id }: UserView) => createdAt + id;
  return [...users.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function userAfter(user: UserView | undefined, event: StoredEvent): UserView | undefined {
  switch (event.type) {
    case 'UserRegistered':
      return { id: idOf(event.stream), ...event.data, createdAt: event.at };
    case 'UserRoleSet':
      return user && { ...user, role: event.data.role };
    case 'UserSuspended':
      return user && { ...user, suspended: true };
    case 'UserReinstated':
      return user && reinstated(user);
    case 'UserRemoved':
    case 'PersonErased':
      return undefined;
    default:
      return user;
  }
}

const reinstated = ({ suspended: _suspended, ...user }: UserView): UserView => user;

/** What an invitation is to, by its event. */
export function invitationOf(event: StoredEvent<'UserInvited'>): InvitationView {
  const { stream, data, actor: invitedBy, at: createdAt } = event;
  const expiresAt = new Date(Date.parse(createdAt) + invitationBounds.life.value).toISOString();
  return { id: idOf(stream), ...data, invitedBy, createdAt, expiresAt };
}

/** The invitations that these events leave open: each the last of its stream, which is in order. */
export function invitationsOf(events: readonly StoredEvent[]): InvitationView[] {
  const last = new Map(events.map((event) => [event.stream, event]));
  return [...last.values()].flatMap((event) =>
    event.type === 'UserInvited' ? [invitationOf(event)] : [],
  );
}
