import type { UserView } from '@feusa/contracts/users';
import { useMemo } from 'react';
import useSWR from 'swr';
import { asOf } from '../../shared/past.js';
import { changesSince, usePublishSince } from '../../shared/since.js';
import { roleNames } from './roles.js';
import { texts } from './texts.js';

interface UserList {
  readonly users: readonly UserView[];
}

const words = {
  nameOf: ({ email }: UserView) => email,
  changes: (then: UserView, now: UserView) =>
    [
      then.role === now.role ? '' : texts.now(roleNames[now.role].toLowerCase()),
      !then.suspended && now.suspended ? texts.now(texts.suspended) : '',
      then.suspended && !now.suspended ? texts.notSuspended : '',
    ]
      .filter(Boolean)
      .join(', '),
};

/** The users at a moment (not at all for ''), with those registered since; what differs is told. */
export function useUsersAsOf(at: string, given: readonly UserView[] | undefined) {
  const { data, error, mutate } = useSWR<UserList>(at === '' ? null : asOf('/api/users', at), {
    keepPreviousData: true,
    revalidateIfStale: false,
  });
  // Whoever may not ask how they are may ask how they were last.
  const newest = useSWR<UserList>(at === '' || given ? null : asOf('/api/users', NEVER));
  const now = given ?? newest.data?.users;
  const then = at === '' || error ? undefined : data?.users;
  const since = useMemo(
    () => (then && now ? changesSince<UserView>(then, now, words) : undefined),
    [then, now],
  );
  usePublishSince(since);
  const users = useMemo(() => {
    const added = new Set(since?.filter(({ kind }) => kind === 'added').map(({ id }) => id));
    return then && [...then, ...(now ?? []).filter(({ id }) => added.has(id))];
  }, [then, now, since]);
  return { users, error: error as unknown, reload: () => mutate() };
}

/** A position after all others. */
const NEVER = '999999999999999';
