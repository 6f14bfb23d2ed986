import type { SessionCache } from './cache.js';
import type { SessionChanges } from './changes.js';
import type { Found, LookUp } from './look-up.js';
import type { Session, Sessions } from './port.js';
import { isToken, tokenHash } from './token.js';

/** Finds sessions by token, in memory or by one look-up for all who ask together. */
export function openFinder(
  cache: SessionCache,
  lookUp: LookUp,
  changes: SessionChanges,
): Pick<Sessions, 'find' | 'known'> {
  const underWay = new Map<string, Promise<Found | undefined>>();

  // A look-up that began before a change must not be remembered, nor joined, after it.
  changes.onChange((change) => {
    underWay.clear();
    cache.forget(change);
  });

  async function lookUpOnce(token: string): Promise<Session | undefined> {
    const known = underWay.get(token);
    if (known) return (await known)?.session;
    const looking = lookUp(tokenHash(token));
    underWay.set(token, looking);
    try {
      const found = await looking;
      if (found && underWay.get(token) === looking) cache.put(token, found.session, found.trustMs);
      return found?.session;
    } finally {
      if (underWay.get(token) === looking) underWay.delete(token);
    }
  }

  return {
    find: async (token) => cache.get(token) ?? (isToken(token) ? lookUpOnce(token) : undefined),
    known: (token) => cache.get(token),
  };
}
