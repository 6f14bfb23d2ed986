import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { accepts, openScenario, refuses } from '../test-scenario.js';

openScenario();

const url = 'https://shop.example/hook';
const add = (body: object = {}) =>
  accepts(
    'add-webhook',
    { url, types: ['FileAdded', 'FileAdded'], ...body },
    { type: 'WebhookAdded', data: { url, types: ['FileAdded'], folderId: null, ...body } },
  );

describe('webhooks', () => {
  it('are added, removed and restored', async () => {
    const { id } = await add();
    await refuses('add-webhook', { id, url, types: [] }, 'id-taken', { facts: { id } });
    await refuses('restore-webhook', { id }, 'webhook/not-removed');
    await accepts('remove-webhook', { id }, { type: 'WebhookRemoved', data: {} });
    await refuses('remove-webhook', { id }, 'webhook/not-found');
    await accepts('restore-webhook', { id }, { type: 'WebhookRestored', data: {} });
  });

  it('lead to no network inside', async () => {
    for (const inside of ['http://127.0.0.1/', 'http://169.254.169.254/', 'http://localhost:81/'])
      await refuses('add-webhook', { url: inside, types: [] }, 'webhook/inside');
  });

  it('are of a folder that is there', async () => {
    const folder = { type: 'FolderAdded', data: { name: 'Wages', parentId: null } } as const;
    const { id: folderId } = await accepts('add-folder', { name: 'Wages', parentId: null }, folder);
    await add({ folderId });
    const elsewhere = { url, types: [], folderId: randomUUID() };
    await refuses('add-webhook', elsewhere, 'folder/not-found');
    for (const [name, code] of [
      ['remove-webhook', 'webhook/not-found'],
      ['restore-webhook', 'webhook/not-found'],
    ] as const)
      await refuses(name, { id: randomUUID() }, code);
  });
});
