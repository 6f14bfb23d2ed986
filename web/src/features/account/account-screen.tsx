import useSWR from 'swr';
import { PASSWORD_RULES } from '../../shared/use-password-rule.js';
import { useSession } from '../../shared/session.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { ChangePassword } from './change-password.js';
import { NoPassword } from './no-password.js';
import { NOTICES, NoticeList } from './notice-list.js';
import { SECOND_FACTORS, SecondFactor } from './second-factor.js';
import { SESSIONS, SessionList } from './session-list.js';
import { TokenList } from './tokens/token-list.js';
import { TOKENS } from './tokens/tokens.js';
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
        <OwnSide ssoOnly={user.ssoOnly ?? false} email={user.email} />
        <SignedInSide />
      </div>
    </Page>
  );
}

/** Whether a path was answered, in whatever way: what stands below each other is drawn at once, so that nothing moves. */
function useIsAnswered(path: string): boolean {
  const { data, error } = useSWR<unknown, unknown>(path);
  return data !== undefined || error !== undefined;
}

function OwnSide({ ssoOnly, email }: { readonly ssoOnly: boolean; readonly email: string }) {
  const isAnswered = [
    useIsAnswered(PASSWORD_RULES),
    useIsAnswered(SECOND_FACTORS),
    useIsAnswered(NOTICES),
  ];
  if (isAnswered.includes(false)) return <Bones />;
  return (
    <div>
      {ssoOnly ? <NoPassword email={email} /> : <ChangePassword />}
      <SecondFactor />
      <NoticeList />
    </div>
  );
}

function SignedInSide() {
  const isAnswered = [useIsAnswered(SESSIONS), useIsAnswered(TOKENS)];
  if (isAnswered.includes(false)) return <Bones />;
  return (
    <div>
      <SessionList />
      <TokenList />
    </div>
  );
}

const Bones = () => (
  <div role="status" aria-label={texts.loading} className={styles.bones}>
    {[0, 1].map((index) => (
      <Skeleton key={index} className={styles.bone ?? ''} />
    ))}
  </div>
);
