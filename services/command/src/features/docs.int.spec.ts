import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
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
  it('are renamed, moved and copied', async () => {
    const [folderId, other] = [await addFolder('Manuals'), await addFolder('Forms')];
    const { uploadId, ...content } = { uploadId: UPLOADS.plan, blob, size, mediaType };
    const added = { type: 'FileAdded', data: { folderId, name, ...content } } as const;
    const { id } = await accepts('add-file', { folderId, uploadId }, added);
    const renamed = { folderId, name: 'field.pdf' };
    await accepts(
      'rename-file',
      { id, name: ' field.pdf ' },
      { type: 'FileRenamed', data: renamed },
    );
    await refuses('rename-file', { id, name: 'field.docx' }, 'file/other-extension', {
      facts: { fields: { name: 'The name must end in .pdf' } },
    });
    await refuses('rename-file', { id, name: 'a.exe:b.pdf' }, 'upload/type-not-allowed');
    await refuses('rename-file', { id: unknown, name: 'a.pdf' }, 'file/not-found');
    const moved = { folderId: other, fromFolderId: folderId };
    await accepts('move-file', { id, folderId: other }, { type: 'FileMoved', data: moved });
    await refuses('move-file', { id, folderId: unknown }, 'folder/not-found');
    await refuses('move-file', { id: unknown, folderId }, 'file/not-found');
    const copy = { folderId, name: 'field.pdf', ...content, copyOf: id };
    const newId = randomUUID();
    const copied = await accepts(
      'copy-file',
      { id, folderId, newId },
      { type: 'FileAdded', data: copy },
    );
    expect(copied).toEqual({ id: newId, version: 1 });
    const another = { type: 'FileAdded', data: { ...copy, folderId: other } } as const;
    expect((await accepts('copy-file', { id, folderId: other }, another)).id).not.toBe(id);
    await refuses('copy-file', { id, folderId, newId }, 'id-taken', { facts: { id: newId } });
    await refuses('copy-file', { id: unknown, folderId }, 'file/not-found');
    const gone = { type: 'FolderRemoved', data: { parentId: null } } as const;
    await accepts('remove-folder', { id: other }, gone);
    await refuses('copy-file', { id, folderId }, 'file/not-found');
    await refuses('move-file', { id, folderId }, 'file/not-found');
    await refuses('copy-file', { id: newId, folderId: other }, 'folder/not-found');
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
  it('are edited, moved and copied', async () => {
    const [folderId, other] = [await addFolder('Links'), await addFolder('Dealers')];
    const added = { type: 'LinkAdded', data: { folderId, ...link } } as const;
    const { id } = await accepts('add-link', { folderId, ...link }, added);
    const rain = { name: 'Rain', link: 'https://rain.example/' };
    const edited = { type: 'LinkEdited', data: { folderId, ...rain } } as const;
    await accepts('edit-link', { id, ...rain }, edited);
    await refuses('edit-link', { id: unknown, ...rain }, 'link/not-found');
    const moved = { type: 'LinkMoved', data: { folderId: other, fromFolderId: folderId } } as const;
    await accepts('move-link', { id, folderId: other }, moved);
    await refuses('move-link', { id, folderId: unknown }, 'folder/not-found');
    const copy = { type: 'LinkAdded', data: { folderId, ...rain, copyOf: id } } as const;
    await accepts('copy-link', { id, folderId }, copy);
    await accepts('remove-link', { id }, { type: 'LinkRemoved', data: { folderId: other } });
    await refuses('copy-link', { id, folderId }, 'link/not-found');
    await accepts('restore-link', { id }, { type: 'LinkRestored', data: { folderId: other } });
  });
  it('are refused where they are unknown', async () => {
    await refuses('add-link', { folderId: unknown, ...link }, 'folder/not-found');
    await refuses('remove-link', { id: unknown }, 'link/not-found');
    await refuses('restore-link', { id: unknown }, 'link/not-found');
  });
});
