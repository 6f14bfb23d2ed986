import type { OperationsView, PartView } from '@feusa/contracts/operations';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Comparison } from '../../shared/comparison/comparison.js';
import { Page, PageHeader } from '../../shared/ui/page.js';
import { Banner, RequestId } from '../../shared/ui/banner.js';
import { ApiError } from '../../shared/api.js';
import { Skeleton } from '../../shared/ui/skeleton.js';
import { LoadingState } from '../../shared/ui/states.js';
import { ActionList } from './action-list.js';
import { LetterSection } from './letter-section.js';
import styles from './operations.module.css';
import { useOperations, type Operations } from './use-operations.js';
import { texts } from './texts.js';
import { WebhookSection } from './webhooks/webhook-section.js';
import { partName } from './names.js';

const PartList = ({ parts }: { readonly parts: readonly PartView[] }) => (
  <section aria-labelledby="parts">
    <h2 id="parts">{texts.parts}</h2>
    <ul className={styles.parts}>
      {parts.map((part) => (
        <Part key={part.name} part={part} />
      ))}
    </ul>
  </section>
);

function Part({ part }: { readonly part: PartView }) {
  const { name, required, state } = part;
  const isWell = state === 'ok';
  const Icon = isWell ? CircleCheck : required ? CircleX : TriangleAlert;
  const tone = isWell ? styles.well : required ? styles.down : styles.weak;
  return (
    <li className={styles.part}>
      <Icon size={18} strokeWidth={1.5} aria-hidden className={tone} />
      <p className={styles.strong}>{partName(name)}</p>
      <p className={isWell ? styles.muted : tone}>{isWell ? wellText(part) : state}</p>
    </li>
  );
}

function wellText({ lag }: PartView): string {
  if (lag === null) return texts.healthy;
  return lag === 0 ? texts.healthyUpToDate : texts.healthyEventBehind(lag);
}

export default function OperationsScreen() {
  const operations = useOperations();
  const { view, error, reload } = operations;
  return (
    <Page title={texts.operations}>
      <PageHeader title={texts.operations} note={texts.intro} />
      {!isSecureContext && <p className={styles.muted}>{texts.plainHttp}</p>}
      {view ? (
        <Content operations={operations} view={view} />
      ) : (
        <LoadingState title={texts.operationsDidNotLoad} error={error} onRetry={reload}>
          <Bones />
        </LoadingState>
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
      <div className={styles.columns}>
        <PartList parts={view.parts} />
        <div className={styles.sections}>
          <LetterSection operations={operations} view={view} />
          <WebhookSection />
          {view.actions.length > 0 && <ActionList actions={view.actions} />}
          <section aria-labelledby="comparison" className={styles.comparison}>
            <h2 id="comparison">{texts.comparedWithTheLog}</h2>
            <Comparison />
          </section>
        </div>
      </div>
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
