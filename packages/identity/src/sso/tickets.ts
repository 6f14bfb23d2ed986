import type { SecretCipher } from '../second-factors/port.js';

/** What a browser carries for us: nobody else reads it, nobody changes it, and it ends. */
export interface Tickets {
  /** `about` is what it is for; it opens nothing else. */
  issue(about: string, content: object, lifeMs: number): string;
  /** Undefined where it is made up, of something else, or has ended. */
  read(about: string, ticket: string): Promise<unknown>;
}

interface TicketContent {
  readonly content: object;
  readonly until: number;
}

/** Every process with the same key takes those of the others. */
export const openTickets = (cipher: SecretCipher): Tickets => ({
  issue(about, content, lifeMs) {
    const ticket: TicketContent = { content, until: Date.now() + lifeMs };
    return cipher.encrypt(JSON.stringify(ticket), about).toString('base64url');
  },

  async read(about, ticket) {
    try {
      const plain = await cipher.decrypt(Buffer.from(ticket, 'base64url'), about);
      const { content, until } = JSON.parse(plain) as TicketContent;
      return until > Date.now() ? content : undefined;
    } catch {
      return undefined;
    }
  },
});
