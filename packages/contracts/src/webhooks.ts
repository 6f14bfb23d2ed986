import { z } from 'zod';
import { command } from './access.js';
import { LinkTarget } from './docs.js';
import { eventSchemas } from './events.js';
import { Id, NewId } from './text.js';
import { webhookBounds } from './webhook-bounds.js';

const isEventType = (type: string): boolean => Object.hasOwn(eventSchemas, type);

export const AddWebhook = z.strictObject({
  id: NewId,
  url: LinkTarget,
  /** Each once; none for all. */
  types: z
    .array(z.string().refine(isEventType, { error: 'Not a type of event' }), {
      error: 'Not a list of types',
    })
    .max(webhookBounds.types.value, { error: 'Too many' })
    .transform((all) => [...new Set(all)].sort()),
  folderId: Id.optional(),
});
export const RemoveWebhook = z.strictObject({ id: Id });
export const RestoreWebhook = z.strictObject({ id: Id });

export const WebhookCommands = {
  'add-webhook': command('admin', AddWebhook),
  'remove-webhook': command('admin', RemoveWebhook),
  'restore-webhook': command('admin', RestoreWebhook),
};

/** How deliveries go: as they should, tried again, or not at all, after a day of failures or a 410. */
export type WebhookState = 'active' | 'failing' | 'paused';

/** A webhook as administrators see it. */
export interface WebhookView {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly folderId: string | null;
  readonly addedAt: string;
  readonly addedBy: string;
  readonly state: WebhookState;
  /** Up to which position it has been told. */
  readonly cursor: string;
  readonly lastDeliveredAt: string | null;
  readonly lastFailure: { readonly at: string; readonly reason: string } | null;
  /** When it is tried again; null where that is not needed, or where it is paused. */
  readonly nextTryAt: string | null;
}

/** `GET /api/webhooks`. */
export interface WebhookList {
  readonly webhooks: readonly WebhookView[];
  readonly position: string;
}
