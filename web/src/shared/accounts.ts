import type { ActorView } from '@feusa/contracts/docs';
import type { AccountList } from '@feusa/contracts/users';
import { useMemo } from 'react';
import useSWR from 'swr';

type Account = Pick<ActorView, 'id' | 'email'>;

/** Tells what somebody with an account is called, and looks like. */
export type PersonOf = (account: Account) => ActorView;

/** Who has an account, as the directory has them; by the e-mail address alone where it does not, or is not read yet. */
export function usePersonOf(): PersonOf {
  const { data } = useSWR<AccountList, unknown>('/api/accounts');
  return useMemo(() => {
    const known = new Map(data?.accounts.map((each) => [each.id, each]));
    return ({ id, email }) => known.get(id) ?? { id, email };
  }, [data]);
}

/** The name, else the e-mail address. */
export const calledOf = ({ name, email }: Pick<ActorView, 'name' | 'email'>): string =>
  name ?? email;

/** What somebody is found by in a list of people. */
export const wordsOf = ({ name = '', email }: Pick<ActorView, 'name' | 'email'>): string =>
  `${name} ${email}`;
