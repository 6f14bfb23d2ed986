import type { InvitationView } from '@feusa/contracts/invitations';

/** What is open to whoever is invited. */
export type NewInvitation = Pick<InvitationView, 'email' | 'role' | 'groups' | 'invitedBy'>;

export interface MadeInvitation extends InvitationView {
  /** 256 random bits, told here only. */
  readonly token: string;
}

/** Invitations that are open; what they came to is in the log. */
export interface Invitations {
  /** Ends an earlier one of the same address; undefined where too many are open. */
  create(invitation: NewInvitation): Promise<MadeInvitation | undefined>;
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
