import { useSession } from '../../shared/session.js';
import { Banner } from '../../shared/ui/banner.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { SecondFactor } from './second-factor.js';
import { texts } from './texts.js';

/** All that is open to whoever must set up a second factor, and has not yet. */
export default function SetUpScreen() {
  const { user, refresh } = useSession();
  if (!user) return null;
  return (
    <Page title={texts.secondFactor} narrow>
      <PageHeader title={texts.account} note={user.email} />
      <Banner tone="attention" title={texts.requiredTitle}>
        {texts.requiredMeans}
      </Banner>
      <SecondFactor onSetUp={() => void refresh()} />
    </Page>
  );
}
