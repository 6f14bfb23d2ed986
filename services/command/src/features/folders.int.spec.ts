import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { KIM, type ANN } from '../test-bus.js';
import { accepts, addFolder, openScenario, refuses, registered } from '../test-scenario.js';

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

describe('restricted folders', () => {
  const group = async (...userIds: string[]) => {
    const event = { type: 'GroupAdded', data: { name: 'Office' } } as const;
    const { id } = await accepts('add-group', { name: 'Office' }, event);
    const members = { type: 'GroupMembersSet', data: { userIds } } as const;
    await accepts('set-group-members', { id, userIds }, members);
    return id;
  };
  async function restrict(id: string, parentId: string | null, manage: string[], read: string[]) {
    const access = { read, manage };
    const event = { type: 'FolderAccessSet', data: { parentId, access } } as const;
    return accepts('set-folder-access', { id, access }, event);
  }

  it('name groups and people that are there', async () => {
    const id = await addFolder('Pay');
    const access = { read: [unknown], manage: [] };
    await refuses('set-folder-access', { id, access }, 'folder/unknown-names');
    await refuses('set-folder-access', { id: unknown, access: null }, 'folder/not-found');
    await refuses('set-folder-access', { id, access: null }, 'not-allowed', { by: KIM });
    await restrict(id, null, [await group()], []);
    await accepts(
      'set-folder-access',
      { id, access: null },
      { type: 'FolderAccessSet', data: { parentId: null, access: null } },
    );
  });

  it('are not moved or removed along with what is kept from somebody', async () => {
    const [kim, ann] = [await registered('kim@x.com'), await registered('ann@x.com')];
    const by: typeof ANN = { id: kim, role: 'basic' };
    const [top, other] = [await addFolder('Pay'), await addFolder('Other')];
    const middle = await addFolder('2026', top);
    const target = await addFolder('Past', top);
    const inner = await addFolder('Board', middle);
    await restrict(top, null, [kim], [ann]);
    await restrict(inner, middle, [], [ann]);
    const renamed = { type: 'FolderRenamed', data: { name: 'Now', parentId: top } } as const;
    await accepts('rename-folder', { id: middle, name: 'Now' }, renamed, { by });
    await refuses('rename-folder', { id: inner, name: 'x' }, 'folder/not-found', { by });
    await refuses('rename-folder', { id: other, name: 'x' }, 'not-allowed', { by });
    await refuses('remove-folder', { id: middle }, 'not-allowed', { by });
    await refuses('move-folder', { id: middle, parentId: target }, 'not-allowed', { by });
    await accepts(
      'remove-folder',
      { id: inner },
      { type: 'FolderRemoved', data: { parentId: middle } },
    );
    const moved = { parentId: target, fromParentId: top };
    await accepts(
      'move-folder',
      { id: middle, parentId: target },
      { type: 'FolderMoved', data: moved },
      { by },
    );
    await accepts(
      'remove-folder',
      { id: middle },
      { type: 'FolderRemoved', data: { parentId: target } },
      { by },
    );
  });
});
