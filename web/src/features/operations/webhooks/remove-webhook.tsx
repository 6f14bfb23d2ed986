import type { WebhookView } from '@feusa/contracts/webhooks';
import { ConfirmDialog } from '../../../shared/ui/form-dialog.js';
import { texts } from './texts.js';

interface RemoveWebhookProps {
  readonly webhook: WebhookView;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export default function RemoveWebhook({ webhook, onConfirm, onClose }: RemoveWebhookProps) {
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      text={texts.removeAsk(webhook.url)}
      failureText={texts.notRemoved}
      confirmLabel={texts.remove}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
