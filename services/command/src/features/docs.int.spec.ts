import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { accepts, addFolder, changesNothing, openScenario, refuses } from '../test-scenario.js';
import { finished, SAM, UPLOADS } from '../test-bus.js';

openScenario();
const unknown = randomUUID();

describe('files', () => {
  const { name, blob, size, mediaType } = finished(UPLOADS.plan);
  it('are added from an upload, removed and restored', async () => {
    const folderId = await addFolder('Manuals');
    const { id } = await accepts(
      'add-file',
      { folderId, uploadId: UPLOADS.plan },
      {
        type: 'FileAdded',
        data: { folderId, name, blob, size, mediaType },
      },
    );
    await refuses('restore-file', { id }, 'doc/not-removed');
    await accepts('remove-file', { id }, { type: 'FileRemoved', data: { folderId } });
    await refuses('remove-file', { id }, 'file/not-found');
    await accepts('restore-file', { id }, { type: 'FileRestored', data: { folderId } });
    await accepts(
      'remove-folder',
      { id: folderId },
      {
        type: 'FolderRemoved',
        data: { parentId: null },
      },
    );
    await refuses('remove-file', { id }, 'file/not-found');
    await refuses('add-file', { folderId, uploadId: UPLOADS.plan }, 'folder/not-found');
  });
  it('need their folder and an own, finished upload', async () => {
    const folderId = await addFolder('Manuals');
    const uploadId = UPLOADS.plan;
    await refuses('add-file', { folderId: unknown, uploadId }, 'folder/not-found');
    await refuses('add-file', { folderId, uploadId: unknown }, 'upload/not-found');
    await refuses('add-file', { folderId, uploadId }, 'upload/not-found', { by: SAM });
    await refuses('add-file', { folderId, uploadId: UPLOADS.half }, 'upload/unfinished');
    await refuses('remove-file', { id: unknown }, 'file/not-found');
    await refuses('restore-file', { id: unknown }, 'file/not-found');
  });
});

describe('the contents of a file', () => {
  const contentOf = (id: string) => {
    const { blob, size, mediaType } = finished(id);
    return { blob, size, mediaType };
  };
  const first = contentOf(UPLOADS.plan);
  const second = contentOf(UPLOADS.revised);
  const addPlan = async (folderId: string) => {
    const { name } = finished(UPLOADS.plan);
    const added = { type: 'FileAdded', data: { folderId, name, ...first } } as const;
    return accepts('add-file', { folderId, uploadId: UPLOADS.plan }, added);
  };

  it('are replaced by another version, and restored as one more', async () => {
    const folderId = await addFolder('Plans');
    const { id } = await addPlan(folderId);
    const replaced = { folderId, fileVersion: 2, ...second, note: 'New prices' };
    await accepts(
      'replace-file',
      { id, uploadId: UPLOADS.revised, note: '  New prices ' },
      { type: 'FileReplaced', data: replaced },
    );
    const body = { id, fileVersion: 1 };
    const restored = { folderId, fileVersion: 3, from: 1, ...first };
    await accepts('restore-file-version', body, { type: 'FileVersionRestored', data: restored });
    await refuses('restore-file-version', { id, fileVersion: 4 }, 'file/version-not-found');
  });
  it('stay as they are where the bytes are the same, and that is no event', async () => {
    const { id } = await addPlan(await addFolder('Same'));
    await changesNothing('replace-file', { id, uploadId: UPLOADS.plan, note: 'Nothing new' }, 1);
    await changesNothing('restore-file-version', { id, fileVersion: 1 }, 1);
  });
  it('need a file that is there, an own upload, and one of the same type', async () => {
    const { id } = await addPlan(await addFolder('Refused'));
    const uploadId = UPLOADS.revised;
    await refuses('replace-file', { id: unknown, uploadId }, 'file/not-found');
    await refuses('restore-file-version', { id: unknown, fileVersion: 1 }, 'file/not-found');
    await refuses('replace-file', { id, uploadId: UPLOADS.half }, 'upload/unfinished');
    await refuses('replace-file', { id, uploadId: unknown }, 'upload/not-found');
    await refuses('replace-file', { id, uploadId: UPLOADS.photo }, 'file/other-type', {
      facts: { fields: { uploadId: 'Choose a .pdf file' } },
    });
  });
});

describe('links', () => {
  const link = { name: 'Weather', link: 'https://weather.example/' };
  it('are added, removed and restored', async () => {
    const folderId = await addFolder('Links');
    const added = { type: 'LinkAdded', data: { folderId, ...link } } as const;
    const { id } = await accepts('add-link', { folderId, ...link }, added);
    await refuses('restore-link', { id }, 'doc/not-removed');
    await accepts('remove-link', { id }, { type: 'LinkRemoved', data: { folderId } }, { by: SAM });
    await refuses('remove-link', { id }, 'link/not-found');
    await accepts(
      'remove-folder',
      { id: folderId },
      {
        type: 'FolderRemoved',
        data: { parentId: null },
      },
    );
    await refuses('restore-link', { id }, 'folder/parent-removed');
    await refuses('add-link', { folderId, ...link }, 'folder/not-found');
    await accepts(
      'restore-folder',
      { id: folderId },
      {
        type: 'FolderRestored',
        data: { parentId: null },
      },
    );
    await accepts('restore-link', { id }, { type: 'LinkRestored', data: { folderId } });
    await refuses('remove-file', { id }, 'file/not-found');
  });
  it('are refused where they are unknown', async () => {
    await refuses('add-link', { folderId: unknown, ...link }, 'folder/not-found');
    await refuses('remove-link', { id: unknown }, 'link/not-found');
    await refuses('restore-link', { id: unknown }, 'link/not-found');
  });
});
