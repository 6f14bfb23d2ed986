import type { Sealer } from '../second-factors/port.js';

/** What a browser carries for us: nobody else reads it, nobody changes it, and it ends. */
export interface Tickets {
  /** `about` is what it is for; it opens nothing else. */
  issue(about: string, content: object, lifeMs: number): string;
  /** Undefined where it is made up, of something else, or has ended. */
  read(about: string, ticket: string): Promise<unknown>;
}

interface Sealed {
  readonly content: object;
  readonly until: number;
}

/** Every process with the same key takes those of the others; `now` is in ms. */
export const openTickets = (sealer: Sealer, now: () => number = Date.now): Tickets => ({
  issue(about, content, lifeMs) {
    const sealed: Sealed = { content, until: now() + lifeMs };
    return sealer.seal(JSON.stringify(sealed), about).toString('base64url');
  },

  async read(about, ticket) {
    try {
      const plain = await sealer.open(Buffer.from(ticket, 'base64url'), about);
      const { content, until } = JSON.parse(plain) as Sealed;
      return until > now() ? content : undefined;
    } catch {
      return undefined;
    }
  },
});
