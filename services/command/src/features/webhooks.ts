import { webhookBounds } from '@feusa/contracts/webhook-bounds';
import { webhooks, type WebhookCommand, type WebhookContext } from '@feusa/domain/webhooks';
import { leadsInside } from '@feusa/event-log/webhooks/post';
import type { Networks } from '@feusa/platform/networks';
import { feature, type AnyFeature } from '../feature.js';

/** Webhooks; how many there are is read at the head of the log. `allowed`: networks inside that may be told. */
export const webhooksFeature = (allowed?: Networks): AnyFeature =>
  feature({
    noun: 'webhook',
    decider: webhooks,
    prepare: async ({ name, body }: WebhookCommand) =>
      name === 'add-webhook' && (await leadsInside(body.url, allowed)),
    folders: ({ name, body }) => (name === 'add-webhook' && body.folderId ? [body.folderId] : []),
    exact: {
      names: ['add-webhook', 'restore-webhook'],
      async read(_command, _id, store): Promise<boolean> {
        const there = await store.readLatest('webhook');
        const present = there.filter(({ type }) => type !== 'WebhookRemoved');
        return present.length >= webhookBounds.hooks.value;
      },
    },
    context: ({ folders }, isInside: boolean, isFull: boolean | undefined): WebhookContext => ({
      isFull: isFull ?? false,
      isInside,
      folders,
    }),
  });
