import type { WebhookList, WebhookView } from '@feusa/contracts/webhooks';
import { Webhook } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import useSWR from 'swr';
import { newCorrelation, send } from '../../../shared/api.js';
import { draftOf } from '../../../shared/drafts.js';
import { whenText } from '../../../shared/format.js';
import { Button } from '../../../shared/ui/button.js';
import { ConfirmDialog } from '../../../shared/ui/form-dialog.js';
import { LoadingBlock } from '../../../shared/ui/skeleton.js';
import { LoadingState } from '../../../shared/ui/states.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import styles from '../operations.module.css';
import { aboutOf } from './about.js';
import { texts } from './texts.js';

const NewWebhook = lazy(() => import('./new-webhook.js'));

const WEBHOOKS = '/api/webhooks';
const REFRESH_MS = 5000;

/** Which other systems are told of changes, and how that goes. */
export function WebhookSection() {
  const { data, error, mutate } = useSWR<WebhookList>(WEBHOOKS, { refreshInterval: REFRESH_MS });
  const [isAdding, setAdding] = useState(() => draftOf('webhook:new') !== undefined);
  const [removing, setRemoving] = useState<WebhookView>();
  const remove = async ({ id }: WebhookView) => {
    const correlationId = newCorrelation();
    await send('remove-webhook', { id }, correlationId);
    offerUndo(texts.removed, correlationId);
    await mutate();
  };
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{texts.title}</h2>
      <p className={styles.muted}>{texts.note}</p>
      {data ? (
        <Rows webhooks={data.webhooks} onRemove={setRemoving} />
      ) : (
        <LoadingState title={texts.didNotLoad} error={error} onRetry={() => void mutate()}>
          <LoadingBlock label={texts.loading} style={{ height: 46, margin: '10px 0' }} />
        </LoadingState>
      )}
      <Button icon={Webhook} className={styles.add ?? ''} onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
      <Suspense>
        {isAdding && <NewWebhook onAdded={() => void mutate()} onClose={() => setAdding(false)} />}
        {removing && (
          <ConfirmDialog
            title={texts.removeTitle}
            text={texts.removeAsk(removing.url)}
            failureText={texts.notRemoved}
            confirmLabel={texts.remove}
            onConfirm={() => remove(removing)}
            onClose={() => setRemoving(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}

interface RowsProps {
  readonly webhooks: readonly WebhookView[];
  readonly onRemove: (webhook: WebhookView) => void;
}

function Rows({ webhooks, onRemove }: RowsProps) {
  if (webhooks.length === 0) return <p>{texts.none}</p>;
  return (
    <ul className={styles.list} aria-labelledby="webhooks">
      {webhooks.map((webhook) => (
        <li key={webhook.id} className={styles.row}>
          <div className={styles.what}>
            <p className={styles.error}>
              {webhook.url} <State state={webhook.state} />
            </p>
            <p className={styles.small}>{factsOf(webhook)}</p>
            <Failure webhook={webhook} />
          </div>
          <Button
            small
            aria-label={texts.removeNamed(webhook.url)}
            onClick={() => onRemove(webhook)}
          >
            {texts.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const colours = { active: 'due', failing: 'blocked', paused: 'quarantined' } as const;

const State = ({ state }: Pick<WebhookView, 'state'>) => (
  <span className={styles.state} data-state={colours[state]}>
    {texts.states[state]}
  </span>
);

function Failure({ webhook }: { readonly webhook: WebhookView }) {
  const { state, lastFailure, nextTryAt } = webhook;
  if (state === 'active' || !lastFailure) return null;
  const next =
    state === 'paused'
      ? texts.isPaused
      : nextTryAt && texts.tryAgainAt(whenText(Date.parse(nextTryAt)));
  return (
    <p className={styles.small}>
      {texts.failure(whenText(Date.parse(lastFailure.at)), lastFailure.reason)} {next}
    </p>
  );
}

function factsOf(webhook: WebhookView): string {
  const { lastDeliveredAt } = webhook;
  const delivered =
    lastDeliveredAt === null
      ? texts.neverDelivered
      : texts.delivered(whenText(Date.parse(lastDeliveredAt)));
  return texts.facts(aboutOf(webhook), delivered);
}
