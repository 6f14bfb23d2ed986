import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { accepts, addFolder, openScenario, refuses } from '../test-scenario.js';

openScenario();
const unknown = randomUUID();

describe('folders', () => {
  it('are added, renamed, moved, removed and restored', async () => {
    const [top, target] = [await addFolder('Manuals'), await addFolder('Archive')];
    const id = await addFolder('Tractors', top);
    const renamed = { name: 'Tractors 2026', parentId: top };
    await accepts(
      'rename-folder',
      { id, name: ' Tractors 2026 ' },
      { type: 'FolderRenamed', data: renamed },
    );
    await accepts(
      'move-folder',
      { id, parentId: target },
      {
        type: 'FolderMoved',
        data: { parentId: target, fromParentId: top },
      },
    );
    await accepts('remove-folder', { id }, { type: 'FolderRemoved', data: { parentId: target } });
    const { version } = await accepts(
      'restore-folder',
      { id },
      {
        type: 'FolderRestored',
        data: { parentId: target },
      },
    );
    expect(version).toBe(5);
  });

  it('are refused where they do not fit', async () => {
    const [top, other] = [await addFolder('Manuals'), await addFolder('Other')];
    const id = await addFolder('Tractors', top);
    await refuses('add-folder', { name: 'x', parentId: unknown }, 'folder/parent-not-found');
    await refuses('rename-folder', { id: unknown, name: 'x' }, 'folder/not-found');
    await refuses('move-folder', { id: unknown, parentId: null }, 'folder/not-found');
    await refuses('move-folder', { id: top, parentId: id }, 'folder/cycle');
    await refuses('move-folder', { id: top, parentId: top }, 'folder/cycle');
    await refuses('move-folder', { id, parentId: unknown }, 'folder/parent-not-found');
    await refuses('restore-folder', { id }, 'folder/not-removed');
    await refuses('restore-folder', { id: unknown }, 'folder/not-found');
    await accepts('remove-folder', { id }, { type: 'FolderRemoved', data: { parentId: top } });
    await accepts(
      'remove-folder',
      { id: top },
      { type: 'FolderRemoved', data: { parentId: null } },
    );
    await refuses('remove-folder', { id: top }, 'folder/not-found');
    await refuses('remove-folder', { id }, 'folder/not-found');
    await refuses('remove-folder', { id: unknown }, 'folder/not-found');
    await refuses('restore-folder', { id }, 'folder/parent-removed');
    await refuses('add-folder', { name: 'x', parentId: id }, 'folder/parent-not-found');
    await refuses('move-folder', { id: other, parentId: top }, 'folder/parent-not-found');
    await refuses('rename-folder', { id, name: 'x' }, 'folder/not-found');
  });

  it('are nested 50 deep, removed ones counted', async () => {
    let parentId: string | null = null;
    const chain: string[] = [];
    for (let level = 1; level <= 50; level++) {
      chain.push((parentId = await addFolder(`Level ${level}`, parentId)));
    }
    await refuses('add-folder', { name: 'x', parentId }, 'folder/too-deep');
    const top = await addFolder('Top');
    const id = await addFolder('Below', top);
    await accepts('remove-folder', { id }, { type: 'FolderRemoved', data: { parentId: top } });
    await refuses('move-folder', { id: top, parentId: chain[48]! }, 'folder/too-deep');
    await accepts(
      'move-folder',
      { id: top, parentId: chain[47]! },
      {
        type: 'FolderMoved',
        data: { parentId: chain[47]!, fromParentId: null },
      },
    );
    await accepts('restore-folder', { id }, { type: 'FolderRestored', data: { parentId: top } });
  });
});
