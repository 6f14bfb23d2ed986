import { z } from 'zod';
import { guarded, command } from './access.js';
import { accessBounds } from './access-bounds.js';
import { Email, Id } from './text.js';
import { Password, Role, TeamPassword } from './users.js';

/** `POST /api/commands/invite-user`. */
export const InviteUser = z.strictObject({
  email: Email(),
  role: Role,
  groups: z
    .array(Id, { error: 'Not a list of ids' })
    .max(accessBounds.groups.value, { error: 'Too many' })
    .transform((all) => [...new Set(all)].sort())
    .optional(),
});

export const WithdrawInvitation = z.strictObject({ id: Id });

/** `invite-user` has a route of its own, where the role `basic` needs no step-up. */
export const InvitationCommands = {
  'invite-user': guarded('admin', InviteUser),
  'withdraw-invitation': command('admin', WithdrawInvitation),
};

/** `PUT /api/invitations/{token}`, by who is invited. */
export const AcceptInvitation = z.strictObject({ teamPassword: TeamPassword, password: Password });

/** What an invitation is to; `groups` are ids. Times are ISO-8601. */
export interface InvitationView {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly groups: readonly string[];
  /** Id of the administrator. */
  readonly invitedBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The only answer that has the link in it; `id` is that of the account to come. */
export interface InvitationSent {
  readonly id: string;
  readonly version: number;
  readonly position: string;
  readonly link: string;
  readonly expiresAt: string;
}

/** `GET /api/invitations/{token}`, for who has the link. */
export type Invitation = Pick<InvitationView, 'email' | 'role' | 'expiresAt'>;
