import { useMemo } from 'react';
import { useSession } from '../../shared/session.js';
import type { Names } from './describe.js';
import { texts } from './texts.js';

export interface Known {
  readonly names: Names;
  /** The e-mail address of who did it, as far as the log still tells it. */
  actor(id: string): string;
}

/** What the log tells of names, and who one is oneself. */
export function useNames(told: Names): Known {
  const { user: me } = useSession();
  return useMemo(() => {
    const names = me ? new Map([[`user-${me.id}`, me.email], ...told]) : told;
    const actor = (id: string) =>
      id === 'system'
        ? texts.theSystem
        : (names.get(`user-${id}`) ?? texts.unknownUser(id.slice(0, 8)));
    return { names, actor };
  }, [told, me]);
}
