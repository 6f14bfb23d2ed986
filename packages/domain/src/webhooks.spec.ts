import { describe, it } from '@jest/globals';
import { specOf } from './test-decider.js';
import { webhooks, type WebhookContext } from './webhooks.js';

const { given } = specOf(webhooks);
const id = '00000000-0000-4000-8000-000000000001';
const folderId = '00000000-0000-4000-8000-00000000000f';
const data = { url: 'https://shop.example/hook', types: ['FileAdded'] };
const added = { type: 'WebhookAdded', data: { ...data, folderId: null } } as const;
const removed = { type: 'WebhookRemoved', data: {} } as const;
const context: WebhookContext = {
  isFull: false,
  isInside: false,
  folders: (wanted) => (wanted === folderId ? { parentId: null, removed: false } : undefined),
};
const add = { name: 'add-webhook', body: { id, ...data } } as const;
const remove = { name: 'remove-webhook', body: { id } } as const;
const restore = { name: 'restore-webhook', body: { id } } as const;

describe('a webhook', () => {
  it('is added, removed and restored', () => {
    given().when(add, context).then(added);
    given(added).when(remove, context).then(removed);
    given(added, removed).when(restore, context).then({ type: 'WebhookRestored', data: {} });
  });

  it('may be told of one folder, which has to be there', () => {
    const ofFolder = { name: 'add-webhook', body: { id, ...data, folderId } } as const;
    given()
      .when(ofFolder, context)
      .then({ type: 'WebhookAdded', data: { ...data, folderId } });
    given()
      .when(ofFolder, { ...context, folders: () => undefined })
      .thenRefused('folder/not-found');
  });

  it('leads to no network inside, and comes back all the same', () => {
    const inside = { ...context, isInside: true };
    given().when(add, inside).thenRefused('webhook/inside');
    given(added, removed).when(restore, inside).then({ type: 'WebhookRestored', data: {} });
  });

  it('is not one too many', () => {
    const full = { ...context, isFull: true };
    given().when(add, full).thenRefused('webhook/too-many');
    given(added, removed).when(restore, full).thenRefused('webhook/too-many');
  });

  it('is not there before it is added and after it is removed', () => {
    given().when(remove, context).thenRefused('webhook/not-found');
    given(added, removed).when(remove, context).thenRefused('webhook/not-found');
    given().when(restore, context).thenRefused('webhook/not-found');
    given(added).when(restore, context).thenRefused('webhook/not-removed');
  });
});
