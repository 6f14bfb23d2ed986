import type { UserView } from '@feusa/contracts/users';
import { useMemo } from 'react';
import useSWR from 'swr';
import { useSession } from '../../shared/session.js';
import { namesIn, type Names } from './describe.js';
import type { LogEvent } from './log-event.js';

interface UserList {
  readonly users: readonly UserView[];
}

export interface Known {
  readonly names: Names;
  readonly users: readonly UserView[];
  /** The e-mail address of who did it, as far as this person may know it. */
  actor(id: string): string;
}

/** Only administrators may list the users; others see what the events themselves tell. */
export function useNames(events: readonly LogEvent[]): Known {
  const { isAdmin, user: me } = useSession();
  const { data } = useSWR<UserList>(isAdmin ? '/api/users' : null);
  const users = useMemo(() => data?.users ?? [], [data]);
  const names = useMemo(() => {
    const emails = [...users, ...(me ? [me] : [])].map(
      ({ id, email }) => [`user-${id}`, email] as const,
    );
    return namesIn(events, new Map(emails));
  }, [events, users, me]);
  return {
    names,
    users,
    actor: (id) =>
      id === 'system' ? 'The system' : (names.get(`user-${id}`) ?? `User ${id.slice(0, 8)}`),
  };
}
