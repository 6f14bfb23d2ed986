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

export default function OperationsScreen() {
  const operations = useOperations();
  const { view, error, reload } = operations;
  return (
    <Page title="Operations" narrow>
      <PageHeader
        title="Operations"
        note="System health and changes waiting to be processed. Refreshed every 5 seconds."
      />
      {!isSecureContext && (
        <p className={styles.muted}>
          You reach this page over plain HTTP: passwords can be read on the way. Put TLS in front of
          it.
        </p>
      )}
      {view ? (
        <Content operations={operations} view={view} />
      ) : error ? (
        <ErrorState title="Operations did not load" error={error} onRetry={reload} />
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
        <Banner tone="attention" title="This may be out of date">
          <p>{error instanceof ApiError ? error.detail : 'The last refresh failed.'}</p>
          <RequestId error={error} />
        </Banner>
      )}
      <PartList parts={view.parts} />
      <LetterSection operations={operations} view={view} />
      {view.actions.length > 0 && <ActionList actions={view.actions} />}
      <section aria-labelledby="comparison" className={styles.comparison}>
        <h2 id="comparison">Compared with the log</h2>
        <Comparison />
      </section>
    </div>
  );
}

const Bones = () => (
  <div role="status" aria-label="Loading the operations">
    {[0, 1, 2].map((index) => (
      <Skeleton key={index} style={{ height: 46, marginTop: 10 }} />
    ))}
    <Skeleton style={{ width: 160, height: 24, margin: '32px 0 12px' }} />
    <Skeleton style={{ height: 90 }} />
  </div>
);
