import type { ActorView } from '@feusa/contracts/docs';
import type { FolderAccess, FolderAccessView, FolderView } from '@feusa/contracts/folders';
import type { GroupList } from '@feusa/contracts/groups';
import type { UserView } from '@feusa/contracts/users';
import useSWR from 'swr';
import { usePersonOf } from '../../../shared/accounts.js';
import { LoadingBlock } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/states.js';
import styles from '../../../shared/ui/framed-list.module.css';
import { choicesOf, GroupsAndPeople } from '../groups-and-people.js';
import { gainsAndLosses, mayOf, seeingWith, type Everybody, type May } from './changes.js';
import { texts } from './texts.js';
import { accessKey } from './use-manages.js';

interface ChangeAccessProps {
  readonly folder: FolderView;
  readonly seen: FolderAccessView;
  readonly access: FolderAccess | null;
  readonly isChanged: boolean;
  readonly onChange: (id: string, may: May) => void;
}

function useEverybody({ parentId }: FolderView) {
  const groups = useSWR<GroupList, unknown>('/api/groups');
  const users = useSWR<{ readonly users: readonly UserView[] }, unknown>('/api/users');
  const above = useSWR<FolderAccessView, unknown>(parentId ? accessKey(parentId) : null);
  const isThere = parentId === null || above.data;
  const all: Everybody | undefined =
    isThere && groups.data && users.data
      ? {
          groups: groups.data.groups,
          users: users.data.users,
          above: above.data && new Set(above.data.effective.map(({ user }) => user.id)),
        }
      : undefined;
  const retry = () => void Promise.all([groups.mutate(), users.mutate(), above.mutate()]);
  return { all, error: groups.error ?? users.error ?? above.error, retry };
}

/** Who is named, and who gains or loses by it. */
export function ChangeAccess({ folder, seen, access, isChanged, onChange }: ChangeAccessProps) {
  const { all, error, retry } = useEverybody(folder);
  const personOf = usePersonOf();
  if (error) return <ErrorState title={texts.didNotLoad} error={error} onRetry={retry} />;
  // Where nobody is named there is nothing to come, and what stands around would move.
  if (!all)
    return access || isChanged ? (
      <LoadingBlock label={texts.loading} style={{ height: 120 }} />
    ) : null;
  const before = new Set(seen.effective.map(({ user }) => user.id));
  const people = all.users.map(personOf);
  const { gains, loses } = gainsAndLosses(before, seeingWith(access, all), people);
  return (
    <>
      {access && <Named {...{ all, people, access, onChange }} />}
      {isChanged && (
        <div role="status">
          {gains.length > 0 && <p>{texts.gains(gains.join(', '))}</p>}
          {loses.length > 0 && <p>{texts.loses(loses.join(', '))}</p>}
          {gains.length + loses.length === 0 && <p>{texts.nobodyChanges}</p>}
        </div>
      )}
    </>
  );
}

interface NamedProps {
  readonly all: Everybody;
  readonly people: readonly ActorView[];
  readonly access: FolderAccess;
  readonly onChange: (id: string, may: May) => void;
}

const Named = ({ all, people, access, onChange }: NamedProps) => (
  <GroupsAndPeople choices={choicesOf(all.groups, people)}>
    {({ id, name, label }) => (
      <>
        <span className={styles.name}>{label}</span>
        <select
          aria-label={texts.mayOf(name)}
          value={mayOf(access, id)}
          onChange={(event) => onChange(id, event.target.value as May)}
        >
          <option value="nothing">{texts.nothing}</option>
          <option value="read">{texts.see}</option>
          <option value="manage">{texts.manage}</option>
        </select>
      </>
    )}
  </GroupsAndPeople>
);
