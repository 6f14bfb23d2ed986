import { UserPlus } from 'lucide-react';
import { useSession } from '../../shared/session.js';
import { LinkButton } from '../../shared/ui/button.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { LoadingState } from '../../shared/ui/states.js';
import { roleMeanings, roleNames, roles } from './roles.js';
import { InviteButton, OpenInvitations } from './invitations.js';
import { Groups } from './groups/groups.js';
import { UserList } from './user-list.js';
import { useUsers } from './use-users.js';
import styles from './users.module.css';
import { texts } from './texts.js';

export default function UsersScreen() {
  const data = useUsers();
  const { isAdmin, isReadOnly } = useSession();
  return (
    <Page title={texts.users}>
      <PageHeader
        title={texts.users}
        note={
          <>
            {texts.whoCanSignIn}
            {roles.map((role) => `${roleNames[role]}: ${roleMeanings[role]}. `)}
          </>
        }
      >
        {isAdmin && !isReadOnly && <InviteButton />}
        {!isReadOnly && (
          <LinkButton href="/register" tone="primary" icon={UserPlus}>
            {texts.addNewUser}
          </LinkButton>
        )}
      </PageHeader>
      {data.users ? (
        <div className={styles.columns}>
          <div>
            <UserList data={data} users={data.users} />
          </div>
          {!isReadOnly && (
            <div className={styles.side}>
              <OpenInvitations />
              <Groups users={data.users} />
            </div>
          )}
        </div>
      ) : (
        <LoadingState title={texts.theUsersDidNotLoad} error={data.error} onRetry={data.reload}>
          <Bones />
        </LoadingState>
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
