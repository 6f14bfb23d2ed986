import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { accepts, addFolder, openScenario, refuses, registered } from '../test-scenario.js';
import { finished, KIM, SAM, UPLOADS } from '../test-bus.js';

openScenario();
const unknown = randomUUID();
const { name, blob, size, mediaType } = finished(UPLOADS.plan);

async function addFile() {
  const folderId = await addFolder('Manuals');
  const data = { folderId, name, blob, size, mediaType };
  const added = { type: 'FileAdded', data } as const;
  const { id } = await accepts('add-file', { folderId, uploadId: UPLOADS.plan }, added);
  return { id, folderId };
}

describe('what lies in the trash', () => {
  it('is deleted for good, once', async () => {
    const { id, folderId } = await addFile();
    const purge = { id, kind: 'file' } as const;
    await refuses('purge', purge, 'trash/not-in-it');
    await refuses('purge', { id: unknown, kind: 'file' }, 'file/not-found');
    await accepts('remove-file', { id }, { type: 'FileRemoved', data: { folderId } });
    await accepts('purge', purge, { type: 'FilePurged', data: { folderId } });
    await refuses('purge', purge, 'trash/purged');
    await refuses('restore-file', { id }, 'trash/purged');
  });
});

describe('acknowledgements', () => {
  it('are asked for, given once by those who are asked, and withdrawn', async () => {
    const { id, folderId } = await addFile();
    const sam = { ...SAM, id: await registered('sam@feusa.example') };
    const asking = { fileVersion: 1, from: { users: [sam.id] } };
    const ask = { id, ...asking };
    const asked = { type: 'AcknowledgementAsked', data: { folderId, ...asking } } as const;
    const acknowledge = { id, fileVersion: 1 };
    const given = { folderId, fileVersion: 1, sha256: blob };
    const acknowledged = { type: 'FileAcknowledged', data: given } as const;
    await refuses('withdraw-acknowledgement', { id }, 'acknowledgement/none');
    await refuses('ask-acknowledgement', { ...ask, fileVersion: 2 }, 'file/version-not-found');
    const stranger = { ...ask, from: { groups: [sam.id] } };
    await refuses('ask-acknowledgement', stranger, 'acknowledgement/unknown-names');
    await accepts('ask-acknowledgement', ask, asked);
    await refuses('acknowledge-file', acknowledge, 'acknowledgement/not-asked', { by: KIM });
    await refuses('acknowledge-file', { id, fileVersion: 2 }, 'file/version-not-found', {
      by: sam,
    });
    await accepts('acknowledge-file', acknowledge, acknowledged, { by: sam });
    const withdrawn = { type: 'AcknowledgementWithdrawn', data: { folderId } } as const;
    await accepts('withdraw-acknowledgement', { id }, withdrawn);
    await refuses('acknowledge-file', acknowledge, 'acknowledgement/not-asked', { by: sam });
  });
});
