import { webhookBounds } from '@feusa/contracts/webhook-bounds';
import { webhooks, type WebhookContext } from '@feusa/domain/webhooks';
import { feature } from '../feature.js';

/** Webhooks; how many there are is read at the head of the log. */
export const webhooksFeature = feature({
  noun: 'webhook',
  decider: webhooks,
  folders: ({ name, body }) => (name === 'add-webhook' && body.folderId ? [body.folderId] : []),
  exact: {
    names: ['add-webhook', 'restore-webhook'],
    async read(_command, _id, store): Promise<boolean> {
      const there = await store.readLatest('webhook');
      const present = there.filter(({ type }) => type !== 'WebhookRemoved');
      return present.length >= webhookBounds.hooks.value;
    },
  },
  context: ({ folders }, _prepared: undefined, isFull: boolean | undefined): WebhookContext => ({
    isFull: isFull ?? false,
    folders,
  }),
});
