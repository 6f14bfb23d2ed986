import type { CommandBody } from '@feusa/contracts/commands';
import { refuse } from '@feusa/contracts/refusals';
import type { WebhookEvents } from '@feusa/contracts/webhook-events';
import type { WebhookCommands } from '@feusa/contracts/webhooks';
import type { Command, Decider } from './decider.js';
import { depthOf, type FolderLookup } from './tree.js';

export type WebhookCommand = Command<keyof typeof WebhookCommands>;

type Webhook = 'absent' | 'present' | 'removed';

/**
 * `isFull`: there are as many as there may be; `isInside`: the address leads to a network that must not be
 * reached; `folders`: where the named folder lies.
 */
export interface WebhookContext {
  readonly isInside: boolean;
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

  decide({ name, body }, webhook, context) {
    const { isFull } = context;
    switch (name) {
      case 'add-webhook':
        return added(body, context);
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

function added(
  { url, types, folderId }: CommandBody<'add-webhook'>,
  { isFull, isInside, folders }: WebhookContext,
) {
  if (isInside) refuse('webhook/inside');
  if (folderId && depthOf(folders, folderId) === undefined) refuse('folder/not-found');
  if (isFull) refuse('webhook/too-many');
  return { type: 'WebhookAdded', data: { url, types, folderId: folderId ?? null } } as const;
}
