import type { OperationsView } from '@feusa/contracts/operations';
import { Comparison } from '../../shared/comparison/comparison.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { Banner, RequestId } from '../../shared/ui/banner.js';
import { ApiError } from '../../shared/api.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { ErrorState } from '../../shared/ui/states.js';
import { ActionList } from './action-list.js';
import { LetterSection } from './letter-section.js';
import styles from './operations.module.css';
import { PartList } from './part-list.js';
import { useOperations, type Operations } from './use-operations.js';
import { texts } from './texts.js';
import { WebhookSection } from './webhooks/webhook-section.js';

export default function OperationsScreen() {
  const operations = useOperations();
  const { view, error, reload } = operations;
  return (
    <Page title={texts.operations} narrow>
      <PageHeader title={texts.operations} note={texts.intro} />
      {!isSecureContext && <p className={styles.muted}>{texts.plainHttp}</p>}
      {view ? (
        <Content operations={operations} view={view} />
      ) : error ? (
        <ErrorState title={texts.operationsDidNotLoad} error={error} onRetry={reload} />
      ) : (
        <Bones />
      )}
    </Page>
  );
}

interface ContentProps {
  readonly operations: Operations;
  readonly view: OperationsView;
}

function Content({ operations, view }: ContentProps) {
  const { error } = operations;
  return (
    <div className={styles.sections}>
      {error !== undefined && (
        <Banner tone="attention" title={texts.thisMayBeOutOf}>
          <p>{error instanceof ApiError ? error.detail : texts.theLastRefreshFailed}</p>
          <RequestId error={error} />
        </Banner>
      )}
      <PartList parts={view.parts} />
      <LetterSection operations={operations} view={view} />
      <WebhookSection />
      {view.actions.length > 0 && <ActionList actions={view.actions} />}
      <section aria-labelledby="comparison" className={styles.comparison}>
        <h2 id="comparison">{texts.comparedWithTheLog}</h2>
        <Comparison />
      </section>
    </div>
  );
}

const Bones = () => (
  <div role="status" aria-label={texts.loadingTheOperations}>
    {[0, 1, 2].map((index) => (
      <Skeleton key={index} style={{ height: 46, marginTop: 10 }} />
    ))}
    <Skeleton style={{ width: 160, height: 24, margin: '32px 0 12px' }} />
    <Skeleton style={{ height: 90 }} />
  </div>
);
