import type { Role, UserView } from '@feusa/contracts/users';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { calledOf, usePersonOf, wordsOf } from '../../shared/accounts.js';
import { newCorrelation } from '../../shared/api.js';
import { toastFailure } from '../../shared/failure.js';
import { fold } from '../../shared/fold.js';
import { useStillThere } from '../../shared/since.js';
import { useSession } from '../../shared/session.js';
import { Button } from '../../shared/ui/button.js';
import { FilterField } from '../../shared/ui/filter-field.js';
import { EmptyState } from '../../shared/ui/states.js';
import { offerUndo } from '../../shared/undo/undo.js';
import { useUrlState } from '../../shared/use-url-state.js';
import type { Question } from './user-confirmation.js';
import { roleNames } from './roles.js';
import { UserRow } from './user-row.js';
import type { Users } from './use-users.js';
import styles from './users.module.css';
import { formatNumber } from '../../shared/format.js';
import { texts } from './texts.js';

const UserConfirmation = lazy(() => import('./user-confirmation.js'));
const SeesDialog = lazy(() => import('./sees/sees-dialog.js'));

const collator = new Intl.Collator('en', { numeric: true });

/** Everybody who can sign in, with what can be done about them. */
export function UserList({
  data,
  users,
}: {
  readonly data: Users;
  readonly users: readonly UserView[];
}) {
  const { user: me } = useSession();
  const [filter, setFilter] = useUrlState('filter');
  const wanted = fold(useDeferredValue(filter).trim());
  const [question, setQuestion] = useState<Question>();
  const [seer, setSeer] = useState<UserView>();
  const personOf = usePersonOf();
  const found = users
    .filter((user) => fold(`${wordsOf(personOf(user))} ${roleNames[user.role]}`).includes(wanted))
    .toSorted((a, b) => collator.compare(calledOf(personOf(a)), calledOf(personOf(b))));
  const there = useStillThere(found);

  const setRole = async (user: UserView, role: Role) => {
    try {
      const correlationId = newCorrelation();
      await data.setRole(user, role, correlationId);
      offerUndo(texts.isNow(user.email, roleNames[role].toLowerCase()), correlationId);
    } catch (error) {
      toastFailure({ text: texts.stays(user.email, roleNames[user.role].toLowerCase()), error });
    }
  };
  const toggleSuspension = async (user: UserView) => {
    try {
      const correlationId = newCorrelation();
      await (user.suspended ? data.reinstate : data.suspend)(user, correlationId);
      const changed = user.suspended ? texts.isReinstated : texts.isSuspended;
      offerUndo(changed(user.email), correlationId);
    } catch (error) {
      toastFailure({ text: texts.suspensionFailed(user.email), error });
    }
  };
  const askedRole = (user: UserView, role: Role) => {
    if (user.id === me?.id && user.role === 'admin') setQuestion({ kind: 'step-down', user, role });
    else void setRole(user, role);
  };

  return (
    <>
      <div className={styles.tools}>
        <p className={styles.muted} role="status">
          {texts.user(there)}
          {there < found.length && texts.addedSince(formatNumber(found.length - there))}
        </p>
        <FilterField
          label={texts.filterByEMailOr}
          of={users.length}
          filter={filter}
          onFilter={setFilter}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState
          title={texts.noUserMatches(filter)}
          action={<Button onClick={() => setFilter('')}>{texts.showEverybody}</Button>}
        />
      ) : (
        <ul className={styles.list} aria-label={texts.users}>
          {found.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              person={personOf(user)}
              isMe={user.id === me?.id}
              onRole={(role) => askedRole(user, role)}
              onSuspend={() => void toggleSuspension(user)}
              onRemove={() => setQuestion({ kind: 'remove', user })}
              onTakeFactor={() => setQuestion({ kind: 'factor', user })}
              onReleaseSso={() => setQuestion({ kind: 'sso', user })}
              onSees={me?.role === 'admin' ? () => setSeer(user) : undefined}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {seer && <SeesDialog user={seer} onClose={() => setSeer(undefined)} />}
        {question && (
          <UserConfirmation
            question={question}
            onClose={() => setQuestion(undefined)}
            onErase={() => setQuestion({ ...question, kind: 'erase' })}
            onErased={() => {
              setQuestion(undefined);
              data.reload();
            }}
            onRemove={(user) => data.remove(user)}
            onTakeFactor={(user) => data.takeFactor(user)}
            onReleaseSso={(user) => data.releaseSso(user)}
            onStepDown={(user, role) => setRole(user, role)}
          />
        )}
      </Suspense>
    </>
  );
}
