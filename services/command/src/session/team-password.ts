import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { verifyPassword } from '@feusa/identity/passwords/hashing';
import type { Credentials } from '@feusa/identity/passwords/port';

/** The secret under which the team password's hash is kept. */
export const TEAM_PASSWORD = 'team-password';

/**
 * Checks the team password, to the last byte and in constant time. Once it was right it is remembered
 * as a keyed hash, so that only the first sign-in pays for two slow hashes; a new team password is seen
 * at once, since what is remembered belongs to one stored hash.
 */
export class TeamPasswordCheck {
  private readonly key = randomBytes(32);
  private known: { readonly hash: string; readonly mac: Buffer } | undefined;

  constructor(private readonly credentials: Pick<Credentials, 'secret'>) {}

  /** @throws Refusal 'busy' where too many passwords are being checked */
  async matches(given: string): Promise<boolean> {
    const hash = await this.credentials.secret(TEAM_PASSWORD);
    const mac = createHmac('sha256', this.key).update(given).digest();
    if (this.known && this.known.hash === hash) return timingSafeEqual(mac, this.known.mac);
    const right = await verifyPassword(hash, given);
    if (right && hash) this.known = { hash, mac };
    return right;
  }
}
