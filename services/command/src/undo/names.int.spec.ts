import type { CommandAnswer, CommandInput, CommandName } from '@feusa/contracts/commands';
import { person } from '@feusa/contracts/test-person';
import { afterAll, describe, expect, it } from '@jest/globals';
import { changeOf } from '../bus/write-side.js';
import { ANN, send, UPLOADS, type SendOptions } from '../test-bus.js';
import { ADMIN, no, openTestUndo, seen } from './test-undo.js';

const { log, store, bus, undo, preview } = await openTestUndo();
afterAll(() => log.close());

const REFUSE = { onNameTaken: 'refuse' } as const;
const BOTH = { onNameTaken: 'keep-both' } as const;
const done = <N extends CommandName>(name: N, body: CommandInput<N>, options?: SendOptions) =>
  send(bus, name, body, options);
const at = ({ position }: CommandAnswer) => ({ position: Number(position) });
const addFolder = (name: string, parentId: string | null = null) =>
  done('add-folder', { name, parentId });
const fieldsOf = async (stream: string) => (await seen(store))[stream];

/** Something that was taken out of a folder, with what took its name since. */
const leavings: Record<string, (folderId: string) => Promise<[stream: string, CommandAnswer]>> = {
  'a folder that was deleted': async (parentId) => {
    const { id } = await addFolder('Plans', parentId);
    const answer = await done('remove-folder', { id });
    await addFolder('Plans', parentId);
    return [`folder-${id}`, answer];
  },
  'a file that was deleted': async (folderId) => {
    const { id } = await done('add-file', { folderId, uploadId: UPLOADS.plan });
    const answer = await done('remove-file', { id });
    await done('add-file', { folderId, uploadId: UPLOADS.plan });
    return [`file-${id}`, answer];
  },
  'a link that was deleted': async (folderId) => {
    const link = { folderId, name: 'Plans', link: 'https://feusa.example/' };
    const { id } = await done('add-link', link);
    const answer = await done('remove-link', { id });
    await done('add-link', link);
    return [`link-${id}`, answer];
  },
  'a file that was renamed': async (folderId) => {
    const { id } = await done('add-file', { folderId, uploadId: UPLOADS.plan });
    const answer = await done('rename-file', { id, name: 'Drawings.pdf' });
    await done('add-file', { folderId, uploadId: UPLOADS.plan });
    return [`file-${id}`, answer];
  },
  'a link that was edited': async (folderId) => {
    const link = { folderId, name: 'Plans', link: 'https://feusa.example/' };
    const { id } = await done('add-link', link);
    const answer = await done('edit-link', { id, name: 'Maps', link: link.link });
    await done('add-link', link);
    return [`link-${id}`, answer];
  },
  'a folder that was renamed': async (parentId) => {
    const { id } = await addFolder('Plans', parentId);
    const answer = await done('rename-folder', { id, name: 'Drawings' });
    await addFolder('Plans', parentId);
    return [`folder-${id}`, answer];
  },
  'a folder that was moved away': async (parentId) => {
    const { id } = await addFolder('Plans', parentId);
    const answer = await done('move-folder', { id, parentId: null });
    await addFolder('Plans', parentId);
    return [`folder-${id}`, answer];
  },
};

describe('a name that was taken meanwhile', () => {
  it.each(Object.entries(leavings))('by another than %s is asked about', async (_what, leave) => {
    const { id: place } = await addFolder('Place');
    const [stream, answer] = await leave(place);
    const before = await seen(store);
    const seenFirst = await preview(at(answer), ADMIN, { onConflict: 'refuse' });
    const suggestion = stream.startsWith('file') ? 'plan (2).pdf' : 'Plans (2)';
    expect(seenFirst).toMatchObject({ taken: 1, counts: { blocked: 1 } });
    expect(seenFirst.steps[0]).toMatchObject({
      reason: { code: 'name-taken' },
      taken: { kind: stream.split('-')[0], suggestion },
    });
    expect(await no(undo(at(answer), REFUSE))).toBe('undo/in-the-way');
    expect(await no(undo(at(answer), { ...REFUSE, onConflict: 'skip' }))).toBe('undo/in-the-way');
    expect(await seen(store)).toEqual(before);

    const both = await preview(at(answer), ADMIN, { onConflict: 'keep-both' });
    expect(both).toMatchObject({ taken: 1, counts: { ready: 1 } });
    expect(both.plan).not.toBe(seenFirst.plan);
    expect(await no(undo(at(answer), { ...BOTH, plan: seenFirst.plan }))).toBe('undo/changed');
    const { id } = await undo(at(answer), { ...BOTH, plan: both.plan });
    expect(await fieldsOf(stream)).toMatchObject({ name: suggestion, place });
    const after = await seen(store);
    const { id: again } = await undo({ correlationId: id }, REFUSE);
    expect(await seen(store)).toEqual(before);
    await undo({ correlationId: again }, BOTH);
    expect(await seen(store)).toEqual(after);
  });

  it('is no conflict where nobody asks', async () => {
    const { id: place } = await addFolder('Nobody');
    const [stream, answer] = await leavings['a link that was deleted']!(place);
    expect(await preview(at(answer))).toMatchObject({ taken: 0, counts: { ready: 1 } });
    await undo(at(answer));
    expect(await fieldsOf(stream)).toMatchObject({ name: 'Plans' });
  });

  it('is left out of what belongs together, or kept beside, and the rest is undone', async () => {
    for (const [onNameTaken, left] of [
      ['refuse', 1],
      ['keep-both', 0],
    ] as const) {
      const { id: folderId } = await addFolder('Together');
      const link = (name: string) => ({ folderId, name, link: 'https://feusa.example/' });
      const ids = [];
      for (const name of ['One', 'Two']) ids.push((await done('add-link', link(name))).id);
      const correlationId = `together ${folderId}`;
      for (const id of ids) {
        const command = { name: 'remove-link', body: { id } } as const;
        await bus.execute(changeOf({ command, by: ANN, correlationId }));
      }
      await done('add-link', link('Two'));
      const how = { onNameTaken, onConflict: 'skip' } as const;
      expect(await undo({ correlationId }, how)).toMatchObject({ skippedCount: left });
      const names = Object.values(await seen(store)).filter(({ place }) => place === folderId);
      expect(names.map(({ name }) => name).toSorted()).toEqual(
        left > 0 ? ['One', 'Two'] : ['One', 'Two', 'Two (2)'],
      );
    }
  });

  it('is free for what comes back after what has it is undone itself', async () => {
    const { id: folderId } = await addFolder('Both');
    const correlationId = `both ${folderId}`;
    const link = { folderId, name: 'Portal', link: 'https://feusa.example/' };
    const { id } = await done('add-link', link);
    for (const command of [
      { name: 'remove-link', body: { id } },
      { name: 'add-link', body: link },
    ] as const)
      await bus.execute(changeOf({ command, by: ANN, correlationId }));
    expect(await undo({ correlationId }, REFUSE)).toMatchObject({ done: 2, skippedCount: 0 });
    const { name, place } = (await fieldsOf(`link-${id}`))!;
    expect([name, place]).toEqual(['Portal', folderId]);
  });
});

describe('a move that took another name', () => {
  it('is undone with its place and its name, and done again', async () => {
    const [from, to] = [await addFolder('From'), await addFolder('To')];
    const { id } = await addFolder('Plans', from.id);
    await addFolder('Plans', to.id);
    const before = await seen(store);
    const moved = await done('move-folder', { id, parentId: to.id }, { onConflict: 'keep-both' });
    const after = await seen(store);
    expect(after[`folder-${id}`]).toEqual({ name: 'Plans (2)', place: to.id });
    const { steps } = await preview(at(moved));
    expect(steps[0]?.changes).toEqual([
      { field: 'name', from: 'Plans (2)', to: 'Plans' },
      { field: 'place', from: 'To', to: 'From' },
    ]);
    const first = await undo(at(moved), REFUSE);
    expect(await seen(store)).toEqual(before);
    await undo({ correlationId: first.id }, REFUSE);
    expect(await seen(store)).toEqual(after);
    await addFolder('Plans', from.id);
    expect(await no(undo(at(moved), REFUSE))).toBe('undo/in-the-way');
    await undo(at(moved), BOTH);
    expect(await fieldsOf(`folder-${id}`)).toEqual({ name: 'Plans (2)', place: from.id });
  });
});

it('brings somebody back beside another of the same name and address', async () => {
  const kim = { ...person, firstName: 'Kim', lastName: 'Undone', email: 'undone@feusa.example' };
  const { id } = await done('add-employee', kim);
  const answer = await done('remove-employee', { id });
  const { id: second } = await done('add-employee', kim);
  const shown = await preview(at(answer), ADMIN, { onConflict: 'refuse' });
  expect(shown).toMatchObject({ counts: { ready: 1, blocked: 0 } });
  await undo(at(answer), REFUSE);
  const there = Object.keys(await seen(store));
  expect(there).toEqual(expect.arrayContaining([`employee-${id}`, `employee-${second}`]));
});
