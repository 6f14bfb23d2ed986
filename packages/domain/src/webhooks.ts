import { refuse } from '@feusa/contracts/refusals';
import type { WebhookEvents } from '@feusa/contracts/webhook-events';
import type { WebhookCommands } from '@feusa/contracts/webhooks';
import type { Command, Decider } from './decider.js';
import { depthOf, type FolderLookup } from './tree.js';

export type WebhookCommand = Command<keyof typeof WebhookCommands>;

type Webhook = 'absent' | 'present' | 'removed';

/** `isFull`: there are as many as there may be; `folders`: where the named folder lies. */
export interface WebhookContext {
  readonly isFull: boolean;
  readonly folders: FolderLookup;
}

/** Addresses that are told of events. */
export const webhooks: Decider<
  Webhook,
  WebhookCommand,
  WebhookContext,
  keyof typeof WebhookEvents
> = {
  initial: 'absent',

  decide({ name, body }, webhook, { isFull, folders }) {
    switch (name) {
      case 'add-webhook': {
        const { url, types, folderId } = body;
        if (folderId && depthOf(folders, folderId) === undefined) refuse('folder/not-found');
        if (isFull) refuse('webhook/too-many');
        return { type: 'WebhookAdded', data: { url, types, folderId: folderId ?? null } };
      }
      case 'remove-webhook':
        if (webhook !== 'present') refuse('webhook/not-found');
        return { type: 'WebhookRemoved', data: {} };
      case 'restore-webhook':
        if (webhook === 'absent') refuse('webhook/not-found');
        if (webhook === 'present') refuse('webhook/not-removed');
        if (isFull) refuse('webhook/too-many');
        return { type: 'WebhookRestored', data: {} };
    }
  },

  evolve(_webhook, { type }) {
    return type === 'WebhookRemoved' ? 'removed' : 'present';
  },
};
