import type { InvitationView } from '@feusa/contracts/invitations';

/** By which links invitations can be accepted; what they are to, and what they came to, is in the log. */
export interface Invitations {
  /** A token of 256 bits, which nobody can guess; the same for the same request, where one is named. */
  tokenFor(request: string | undefined): Promise<string>;
  /** In place of an earlier one of the same address. False where it is there already, or has expired. */
  put(invitation: InvitationView, token: string): Promise<boolean>;
  /** Undefined where it is wrong, used, ended or expired. */
  find(token: string): Promise<InvitationView | undefined>;
  /**
   * Takes it for a minute, in which nobody else can; undefined as above. Whoever has taken it ends it, or gives it
   * back.
   */
  take(token: string): Promise<InvitationView | undefined>;
  giveBack(id: string): Promise<void>;
  end(id: string): Promise<void>;
  sweep(): Promise<void>;
}
