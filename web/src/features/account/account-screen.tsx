import { useSession } from '../../shared/session.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { ChangePassword } from './change-password.js';
import { NoPassword } from './no-password.js';
import { NoticeList } from './notice-list.js';
import { SecondFactor } from './second-factor.js';
import { SessionList } from './session-list.js';
import { TokenList } from './tokens/token-list.js';
import styles from './account.module.css';
import { texts } from './texts.js';

/** What people do about their own account. */
export default function AccountScreen() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Page title={texts.account}>
      <PageHeader
        title={texts.account}
        note={texts.signedInAs(user.email, texts.roles[user.role])}
      />
      <div className={styles.columns}>
        <div>
          {user.ssoOnly ? <NoPassword email={user.email} /> : <ChangePassword />}
          <SecondFactor />
          <NoticeList />
        </div>
        <div>
          <SessionList />
          <TokenList />
        </div>
      </div>
    </Page>
  );
}
