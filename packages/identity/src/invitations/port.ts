import type { InvitationView } from '@feusa/contracts/invitations';

/** What is open to whoever is invited. */
export type NewInvitation = Pick<InvitationView, 'email' | 'role' | 'groups' | 'invitedBy'>;

/** Invitations that are open; what they came to is in the log. */
export interface Invitations {
  /** A token of 256 bits, which nobody can guess; the same for the same request, where one is named. */
  tokenFor(request: string | undefined): Promise<string>;
  /**
   * Ends an earlier one of the same address, unless that has the same token: then it is that one. Undefined where
   * too many are open.
   */
  create(invitation: NewInvitation, token: string): Promise<InvitationView | undefined>;
  /** Those that have not expired, the newest first. */
  open(): Promise<InvitationView[]>;
  /** Undefined where it is wrong, used, ended or expired. */
  find(token: string): Promise<InvitationView | undefined>;
  /**
   * Takes it for a minute, in which nobody else can; undefined as above. Whoever has taken it ends it, or gives it
   * back.
   */
  take(token: string): Promise<InvitationView | undefined>;
  giveBack(id: string): Promise<void>;
  /** Whether it was open. */
  end(id: string): Promise<boolean>;
  sweep(): Promise<void>;
}
