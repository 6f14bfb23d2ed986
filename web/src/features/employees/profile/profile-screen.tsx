import { Page, PageHeader } from '../../../shared/ui/page.js';
import { Late } from '../../../shared/ui/skeleton.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import { EmptyState, LoadingState } from '../../../shared/ui/states.js';
import { texts } from '../texts.js';
import { OwnForm } from './own-form.js';
import styles from './profile.module.css';
import { RequestPanel } from './request-panel.js';
import { useOwnProfile } from './use-profile.js';

const say = texts.profile;

/** People's own entry: what they change themselves, and what they ask for. */
export default function ProfileScreen() {
  const { data, error, reload } = useOwnProfile();
  return (
    <Page title={say.title} narrow>
      <PageHeader title={say.title} note={say.note} />
      {data?.employee ? (
        <div className={styles.sections}>
          <OwnForm person={data.employee} onSaved={reload} />
          <RequestPanel
            person={data.employee}
            request={data.request}
            onSent={() => void reload()}
          />
        </div>
      ) : data ? (
        <EmptyState title={say.nobody}>
          <p>{say.nobodyHint}</p>
        </EmptyState>
      ) : (
        <LoadingState title={say.notLoaded} error={error} onRetry={() => void reload()}>
          <Late>
            <Spinner />
          </Late>
        </LoadingState>
      )}
    </Page>
  );
}
