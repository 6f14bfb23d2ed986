import type { Role, UserView } from '@feusa/contracts/users';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { ApiError, newCorrelation } from '../../shared/api.js';
import { counted } from '../../shared/format.js';
import { useThereThen } from '../../shared/since.js';
import { useSession } from '../../shared/session.js';
import { Banner, RequestId } from '../../shared/ui/banner.js';
import { LinkButton } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/field.js';
import { Page } from '../../shared/ui/page.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { EmptyState, ErrorState } from '../../shared/ui/states.js';
import { offerUndo } from '../../shared/undo/undo.js';
import { useUrlState } from '../../shared/use-url-state.js';
import type { Question } from './ask-first.js';
import { useUsers, type Users } from './use-users.js';
import { roleMeanings, roleNames, roles } from './roles.js';
import { UserRow } from './user-row.js';
import styles from './users.module.css';

const AskFirst = lazy(() => import('./ask-first.js'));

export default function UsersScreen() {
  const data = useUsers();
  const { isReadOnly } = useSession();
  return (
    <Page title="Users" narrow>
      <header className={styles.header}>
        <div className={styles.title}>
          <h1>Users</h1>
          <p className={styles.muted}>
            Who can sign in. {roles.map((role) => `${roleNames[role]}: ${roleMeanings[role]}. `)}
          </p>
        </div>
        {!isReadOnly && (
          <LinkButton href="/register" tone="primary" icon={UserPlus}>
            Add New User
          </LinkButton>
        )}
      </header>
      {data.users ? (
        <UserList data={data} users={data.users} />
      ) : data.error ? (
        <ErrorState title="The users did not load" error={data.error} onRetry={data.reload} />
      ) : (
        <Bones />
      )}
    </Page>
  );
}

const Bones = () => (
  <div className={styles.list}>
    {Array.from({ length: 5 }, (_, index) => (
      <Skeleton key={index} style={{ height: 44, margin: '6px 0' }} />
    ))}
  </div>
);

interface Refused {
  readonly text: string;
  readonly error: unknown;
}

const WORTH_FILTERING = 8;

function UserList({ data, users }: { readonly data: Users; readonly users: readonly UserView[] }) {
  const { user: me } = useSession();
  const [filter, setFilter] = useUrlState('filter');
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const [question, setQuestion] = useState<Question>();
  const [refused, setRefused] = useState<Refused>();
  const found = users.filter(
    ({ email, role }) => email.toLowerCase().includes(wanted) || role.includes(wanted),
  );
  const there = useThereThen(found);

  const setRole = async (user: UserView, role: Role) => {
    setRefused(undefined);
    try {
      const correlationId = newCorrelation();
      await data.setRole(user, role, correlationId);
      offerUndo(`${user.email} is now ${roleNames[role].toLowerCase()}`, correlationId);
    } catch (error) {
      setRefused({ text: `${user.email} stays ${roleNames[user.role].toLowerCase()}.`, error });
    }
  };
  const askedRole = (user: UserView, role: Role) => {
    if (user.id === me?.id && user.role === 'admin') setQuestion({ kind: 'step-down', user, role });
    else void setRole(user, role);
  };

  return (
    <>
      {refused && (
        <Banner tone="danger" onDismiss={() => setRefused(undefined)}>
          <p>
            {refused.text} {refused.error instanceof ApiError ? refused.error.detail : ''}
          </p>
          <RequestId error={refused.error} />
        </Banner>
      )}
      <div className={styles.tools}>
        <p className={styles.muted} role="status">
          {counted(there, 'user')}
          {there < found.length && `, ${found.length - there} added since`}
        </p>
        {(users.length > WORTH_FILTERING || filter) && (
          <TextField
            label="Filter by e-mail or role"
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        )}
      </div>
      {found.length === 0 ? (
        <EmptyState title={`No user matches “${filter}”`} />
      ) : (
        <ul className={styles.list} aria-label="Users">
          {found.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isMe={user.id === me?.id}
              onRole={(role) => askedRole(user, role)}
              onRemove={() => setQuestion({ kind: 'remove', user })}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {question && (
          <AskFirst
            question={question}
            onClose={() => setQuestion(undefined)}
            onErase={() => setQuestion({ ...question, kind: 'erase' })}
            onErased={() => {
              setQuestion(undefined);
              data.reload();
            }}
            onRemove={(user) => data.remove(user)}
            onStepDown={(user, role) => setRole(user, role)}
          />
        )}
      </Suspense>
    </>
  );
}
