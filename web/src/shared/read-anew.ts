import type { KeyedMutator } from 'swr';
import { wrote } from './api.js';

/**
 * Reads anew what live changes are laid on, for example after some were missed. A change that comes
 * meanwhile would make swr throw its own answer away: then it is read once more, with that change in it.
 */
export async function readAnew<T extends { readonly position: string }>(
  mutate: KeyedMutator<T>,
  read: () => Promise<T>,
): Promise<void> {
  for (let isTaken = false; !isTaken;) {
    const fresh = await read().catch(() => undefined);
    // swr says what is wrong, and tries again.
    if (!fresh) return void mutate();
    const take = (now: T | undefined): T => {
      isTaken = !now || Number(now.position) <= Number(fresh.position);
      if (isTaken || !now) return fresh;
      wrote(now.position);
      return now;
    };
    await mutate(take, { revalidate: false });
  }
}
