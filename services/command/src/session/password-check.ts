import type { Ports } from '@feusa/profiles/ports';
import { verifyPassword } from '@feusa/identity/passwords/hashing';
import type { SignInAccount } from '@feusa/identity/passwords/port';
import type { AccountNotices } from './account-notices.js';
import { normalEmail } from '@feusa/contracts/text';

interface Guess {
  readonly email: string;
  readonly password: string;
  /** The caller's network address. */
  readonly address: string;
  /** What they use, in words. */
  readonly device: string;
}

/** Holds passwords against accounts; wrong ones are counted and lock the account for a while. */
export class PasswordCheck {
  constructor(
    private readonly ports: Pick<Ports, 'credentials' | 'limits'>,
    private readonly notices: Pick<AccountNotices, 'notify'>,
  ) {}

  /**
   * The account, undefined where the password is wrong, which is first told to `failed`. Does the same work
   * for an unknown address as for a wrong password. @throws Refusal 'too-many-requests' or 'busy'
   */
  async check(
    { email, password, address, device }: Guess,
    failed: () => void,
  ): Promise<SignInAccount | undefined> {
    const { credentials, limits } = this.ports;
    const name = normalEmail(email);
    await limits.signInAllowed(name, address);
    const account = await credentials.find(email);
    const right = await verifyPassword(account?.hash, password);
    if (!account || !right) {
      failed();
      const isLast = await limits.signInFailed(name, address);
      if (isLast && account)
        this.notices.notify(account.user.id, { kind: 'locked-out', device, address });
      return undefined;
    }
    // Of many guesses at once, the one that is right counts only while the account has failures left.
    await limits.signInAllowed(name, address);
    await limits.signedIn(name, address);
    return account;
  }
}
