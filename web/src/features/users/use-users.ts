import type { Role, UserView } from '@feusa/contracts/users';
import useSWR from 'swr';
import { request, send } from '../../shared/api.js';
import { usePast } from '../../shared/past.js';
import { useSession } from '../../shared/session.js';
import { useUsersAsOf } from './use-users-as-of.js';

interface UserList {
  readonly users: readonly UserView[];
}

export interface Users {
  readonly users: readonly UserView[] | undefined;
  readonly error: unknown;
  reload(): void;
  setRole(user: UserView, role: Role, correlationId: string): Promise<void>;
  suspend(user: UserView, correlationId: string): Promise<void>;
  reinstate(user: UserView, correlationId: string): Promise<void>;
  remove(user: UserView): Promise<void>;
  takeFactor(user: UserView): Promise<void>;
  /** Whoever signs in next by single sign-on with their address has the account. */
  releaseSso(user: UserView): Promise<void>;
}

/** Everybody who can sign in; own changes are seen at once and taken back when refused. */
export function useUsers(): Users {
  const at = usePast();
  const { user } = useSession();
  // Auditors see them only as they were.
  const mayNow = user?.role === 'admin';
  const { data, error, mutate } = useSWR<UserList>(mayNow ? '/api/users' : null, {
    revalidateOnFocus: true,
  });
  const then = useUsersAsOf(at, data?.users);

  const change = async (
    run: () => Promise<unknown>,
    edit: (users: readonly UserView[]) => readonly UserView[],
  ) => {
    const edited = (list: UserList | undefined) => ({ users: edit(list?.users ?? []) });
    await mutate(
      run().then(() => undefined),
      {
        optimisticData: edited,
        populateCache: (_answer, list) => edited(list),
        revalidate: true,
        rollbackOnError: true,
      },
    );
  };
  return {
    users: at === '' ? data?.users : then.users,
    error: at === '' ? error : then.error,
    reload: () => void (at === '' ? mutate() : then.reload()),
    setRole: (user, role, correlationId) =>
      change(
        () => send('set-user-role', { userId: user.id, role }, correlationId),
        (users) => users.map((other) => (other.id === user.id ? { ...other, role } : other)),
      ),
    suspend: (user, correlationId) =>
      change(
        () => send('suspend-user', { id: user.id }, correlationId),
        (users) => users.map((each) => (each.id === user.id ? { ...each, suspended: true } : each)),
      ),
    reinstate: (user, correlationId) =>
      change(
        () => send('reinstate-user', { id: user.id }, correlationId),
        (users) => users.map((each) => (each.id === user.id ? reinstated(each) : each)),
      ),
    remove: (user) =>
      change(
        () => send('remove-user', { id: user.id }),
        (users) => users.filter(({ id }) => id !== user.id),
      ),
    takeFactor: (user) =>
      change(
        () => request('DELETE', `/api/users/${user.id}/second-factors`),
        (users) => users.map((each) => (each.id === user.id ? withoutFactor(each) : each)),
      ),
    releaseSso: (user) =>
      change(
        () => request('DELETE', `/api/users/${user.id}/single-sign-on`),
        (users) => users.map((each) => (each.id === user.id ? released(each) : each)),
      ),
  };
}

const released = ({ ssoBound: _bound, ...user }: UserView): UserView => user;
const withoutFactor = ({ secondFactor: _factor, ...user }: UserView): UserView => user;
const reinstated = ({ suspended: _suspended, ...user }: UserView): UserView => user;
