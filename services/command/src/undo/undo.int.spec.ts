import { undoReasons } from '@feusa/contracts/undo';
import { randomUUID } from 'node:crypto';
import type { CommandAnswer, CommandInput, CommandName } from '@feusa/contracts/commands';
import { person as fields } from '@feusa/contracts/test-person';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { changeOf } from '../bus/write-side.js';
import { ANN, SAM, send, UPLOADS, type SendOptions } from '../test-bus.js';
import {
  ADMIN,
  Breaking,
  no,
  openTestUndo,
  person,
  seen,
  undoing,
  webhookDoings,
} from './test-undo.js';

const { log, store, bus, undo, preview } = await openTestUndo();
afterAll(() => log.close());

const SAM_AS_ADMIN = person(SAM.id);
const done = <N extends CommandName>(name: N, body: CommandInput<N>, options?: SendOptions) =>
  send(bus, name, body, options);
const at = ({ position }: CommandAnswer) => ({ position: Number(position) });
const last = async () => (await store.read((await store.head()).position - 1, 1))[0]!;
const addFolder = (name: string, parentId: string | null = null) =>
  done('add-folder', { name, parentId });

type Doing = () => Promise<CommandAnswer>;
/** There is no way back from these, or none that can be seen on the thing itself. */
type Final =
  'remove-user' | `erase-${string}` | 'purge' | 'acknowledge-file' | 'withdraw-invitation' | Asking;
type Asking = Extract<CommandName, `${'request' | 'withdraw' | 'decline'}-profile-change`>;

/** A command of each name that can be undone, on things of its own. */
const every: Record<Exclude<CommandName, Final>, () => Promise<Doing>> = {
  'add-folder': async () => () => addFolder('Manuals'),
  'rename-folder': async () => {
    const { id } = await addFolder('Manuals');
    return () => done('rename-folder', { id, name: 'Handbooks' });
  },
  'move-folder': async () => {
    const [{ id }, to] = [await addFolder('Manuals'), await addFolder('Archive')];
    return () => done('move-folder', { id, parentId: to.id });
  },
  'remove-folder': async () => {
    const { id } = await addFolder('Manuals');
    await addFolder('Tractors', id);
    return () => done('remove-folder', { id });
  },
  'restore-folder': async () => {
    const { id } = await (await every['remove-folder']())();
    return () => done('restore-folder', { id });
  },
  'set-folder-access': async () => {
    const [{ id }, group] = [await addFolder('Pay'), await done('add-group', { name: 'Office' })];
    return () => done('set-folder-access', { id, access: { read: [group.id], manage: [] } });
  },
  'add-file': async () => {
    const { id: folderId } = await addFolder('Plans');
    return () => done('add-file', { folderId, uploadId: UPLOADS.plan });
  },
  'ask-acknowledgement': async () => {
    const { id } = await (await every['add-file']())();
    return () => done('ask-acknowledgement', { id, fileVersion: 1, from: { everyone: true } });
  },
  'withdraw-acknowledgement': async () => {
    const { id } = await (await every['ask-acknowledgement']())();
    return () => done('withdraw-acknowledgement', { id });
  },
  'rename-file': async () => {
    const { id } = await (await every['add-file']())();
    return () => done('rename-file', { id, name: 'Drawing.pdf' });
  },
  'move-file': async () => {
    const { id } = await (await every['add-file']())();
    const { id: folderId } = await addFolder('Elsewhere');
    return () => done('move-file', { id, folderId });
  },
  'copy-file': async () => {
    const { id } = await (await every['add-file']())();
    const { id: folderId } = await addFolder('Elsewhere');
    return () => done('copy-file', { id, folderId });
  },
  'remove-file': async () => {
    const { id } = await (await every['add-file']())();
    return () => done('remove-file', { id });
  },
  'restore-file': async () => {
    const { id } = await (await every['remove-file']())();
    return () => done('restore-file', { id });
  },
  'replace-file': async () => {
    const { id } = await (await every['add-file']())();
    return () => done('replace-file', { id, uploadId: UPLOADS.revised });
  },
  'restore-file-version': async () => {
    const { id } = await (await every['replace-file']())();
    return () => done('restore-file-version', { id, fileVersion: 1 });
  },
  'add-link': async () => {
    const { id: folderId } = await addFolder('Links');
    return () => done('add-link', { folderId, name: 'Portal', link: 'https://feusa.example/' });
  },
  'edit-link': async () => {
    const { id } = await (await every['add-link']())();
    return () => done('edit-link', { id, name: 'Dealer', link: 'https://dealer.example/' });
  },
  'move-link': async () => {
    const { id } = await (await every['add-link']())();
    const { id: folderId } = await addFolder('Elsewhere');
    return () => done('move-link', { id, folderId });
  },
  'copy-link': async () => {
    const { id } = await (await every['add-link']())();
    const { id: folderId } = await addFolder('Elsewhere');
    return () => done('copy-link', { id, folderId });
  },
  'remove-link': async () => {
    const { id } = await (await every['add-link']())();
    return () => done('remove-link', { id });
  },
  'restore-link': async () => {
    const { id } = await (await every['remove-link']())();
    return () => done('restore-link', { id });
  },
  'add-employee': async () => () => done('add-employee', { ...fields, uploadId: UPLOADS.photo }),
  'update-employee': async () => {
    const body = { ...fields, mobile: '600 300 400', uploadId: UPLOADS.photo };
    const { id } = await done('add-employee', body);
    return () => done('update-employee', { ...fields, role: 'Foreman', id, version: 1 });
  },
  'update-own-profile': async () => {
    const { id } = await done('add-employee', fields);
    return () => done('update-own-profile', { id, mobile: '600 300 400' }, { by: OWNER });
  },
  'accept-profile-change': async () => {
    const { id } = await done('add-employee', fields);
    const { version } = await request(id);
    return () => done('accept-profile-change', { id, requested: version });
  },
  'remove-employee': async () => {
    const { id } = await done('add-employee', fields);
    return () => done('remove-employee', { id });
  },
  'restore-employee': async () => {
    const { id } = await (await every['remove-employee']())();
    return () => done('restore-employee', { id });
  },
  'register-user': async () => () => register(),
  'invite-user': async () => () => invite(),
  'set-user-role': async () => {
    const { id } = await register();
    return () => done('set-user-role', { userId: id, role: 'auditor' });
  },
  'suspend-user': async () => {
    const { id } = await register();
    return () => done('suspend-user', { id });
  },
  'reinstate-user': async () => {
    const { id } = await (await every['suspend-user']())();
    return () => done('reinstate-user', { id });
  },
  'add-group': async () => () => done('add-group', { name: 'Workshop' }),
  'rename-group': async () => {
    const { id } = await done('add-group', { name: 'Workshop' });
    return () => done('rename-group', { id, name: 'Field' });
  },
  'set-group-members': async () => {
    const { id } = await done('add-group', { name: 'Workshop' });
    const userIds = [(await (await every['register-user']())()).id];
    return () => done('set-group-members', { id, userIds });
  },
  'remove-group': async () => {
    const { id } = await done('add-group', { name: 'Workshop' });
    return () => done('remove-group', { id });
  },
  'restore-group': async () => {
    const { id } = await (await every['remove-group']())();
    return () => done('restore-group', { id });
  },
  ...webhookDoings((name, body) => send(bus, name, body)),
  'log-error': async () => () => done('log-error', { details: 'Upload failed' }),
  'remove-error': async () => {
    const { id } = await (await every['log-error']())();
    return () => done('remove-error', { id });
  },
  'restore-error': async () => {
    const { id } = await (await every['remove-error']())();
    return () => done('restore-error', { id });
  },
};
const OWNER = { id: ANN.id, role: 'admin', email: fields.email } as const;
const request = (id: string) =>
  done('request-profile-change', { id, role: 'Foreman' }, { by: OWNER });
const register = () => {
  const email = `${randomUUID()}@feusa.example`;
  return done('register-user', { email, password: 'walnut harvest', teamPassword: 'team' });
};
const invite = () =>
  done('invite-user', { email: `${randomUUID()}@feusa.example`, role: 'auditor' });

describe('every command', () => {
  it.each(Object.entries(every))('%s is undone, done again and undone', async (_name, prepare) => {
    const run = await prepare();
    const before = await seen(store);
    const answer = await run();
    const after = await seen(store);
    expect(after).not.toEqual(before);
    const first = await undo(at(answer));
    expect(first).toMatchObject({ done: 1, total: 1, skipped: [], skippedCount: 0 });
    expect(await seen(store)).toEqual(before);
    const [undone] = await store.read(Number(answer.position) - 1, 1);
    expect(await last()).toMatchObject({ undoes: undone!.id, correlationId: first.id });
    expect(await no(undo(at(answer)))).toBe('undo/nothing-left');
    if (_name === 'register-user' || _name === 'invite-user') return;
    await undo({ correlationId: first.id });
    expect(await seen(store)).toEqual(after);
    await undo(at(answer));
    expect(await seen(store)).toEqual(before);
  });

  it.each([
    ['a removed account', 'remove-user', register, 'account-gone'],
    ['a withdrawn invitation', 'withdraw-invitation', invite, 'invitation'],
  ] as const)('%s does not come back, and that is said', async (_what, name, make, code) => {
    const answer = await done(name, { id: (await make()).id });
    const { steps, counts } = await preview(at(answer));
    expect(counts).toEqual({ ready: 0, conflict: 0, blocked: 1, done: 0 });
    expect(steps[0]?.reason).toEqual({ code, text: undoReasons[code] });
    expect(await no(undo(at(answer)))).toBe('undo/in-the-way');
  });

  it('an update gets its earlier picture back, and loses one that there was not', async () => {
    const { id } = await done('add-employee', fields);
    const withPhoto = { ...fields, id, version: 1, uploadId: UPLOADS.photo };
    const answer = await done('update-employee', withPhoto);
    await undo(at(answer));
    expect((await last()).data).not.toHaveProperty('image');
    await undo({ position: (await store.head()).position });
    expect((await last()).data).toHaveProperty('image.blob');
    const { steps } = await preview(at(answer));
    expect(steps[0]?.changes).toEqual([{ field: 'image', from: 'A picture', to: null }]);
  });
});

describe('what stands in the way', () => {
  it('a field that somebody has changed since is told; the others can be put back', async () => {
    const { id } = await done('add-employee', fields);
    const change = { ...fields, role: 'Foreman', location: 'Kraków' };
    const mine = await done('update-employee', { ...change, id, version: 1 });
    const theirs = { ...change, role: 'Driver', id, version: 2 };
    const { position } = await done('update-employee', theirs, { by: SAM });
    const [step] = (await preview(at(mine))).steps;
    const conflict = { field: 'role', was: 'Foreman', is: 'Driver', by: SAM.id, position };
    expect(step).toMatchObject({ state: 'conflict', conflicts: [conflict] });
    const before = await store.head();
    expect(await no(undo(at(mine)))).toBe('undo/in-the-way');
    expect(await store.head()).toEqual(before);
    const answer = await undo(at(mine), { onConflict: 'skip' });
    expect(answer.skipped).toEqual([
      { position: mine.position, text: 'Changed since and left as it is: role.' },
    ]);
    expect((await last()).data).toMatchObject({ role: 'Driver', location: 'Poznań' });
  });

  it('it is put back all the same where that is wanted', async () => {
    const { id } = await addFolder('One');
    const mine = await done('rename-folder', { id, name: 'Two' });
    await done('rename-folder', { id, name: 'Three' }, { by: SAM_AS_ADMIN });
    expect(await no(undo(at(mine), { onConflict: 'skip' }))).toBe('undo/in-the-way');
    await undo(at(mine), { onConflict: 'overwrite' });
    expect((await last()).data).toMatchObject({ name: 'One' });
  });

  it('nothing does once the later change is undone itself', async () => {
    const { id } = await addFolder('One');
    const mine = await done('rename-folder', { id, name: 'Two' });
    const theirs = await done('rename-folder', { id, name: 'Three' }, { by: SAM_AS_ADMIN });
    await undo(at(theirs));
    await undo(at(mine));
    expect((await last()).data).toMatchObject({ name: 'One' });
  });

  it('a folder that holds something is not taken away with it by mistake', async () => {
    const added = await addFolder('Shared');
    await done('add-link', { folderId: added.id, name: 'Mine', link: 'https://feusa.example/' });
    const { steps } = await preview(at(added));
    expect(steps[0]?.conflicts).toMatchObject([{ field: 'contents', is: '1' }]);
    expect(await no(undo(at(added)))).toBe('undo/in-the-way');
    await undo(at(added), { onConflict: 'overwrite' });
    expect((await last()).type).toBe('FolderRemoved');
  });

  it('a parent that is gone, a cycle, and a thing that was removed since are told', async () => {
    const [top, below] = [await addFolder('Top'), await addFolder('Below')];
    const into = await addFolder('Into');
    const moved = await done('move-folder', { id: below.id, parentId: top.id });
    const away = await done('move-folder', { id: below.id, parentId: into.id });
    await done('remove-folder', { id: top.id });
    const reason = async (answer: CommandAnswer) => (await preview(at(answer))).steps[0]?.reason;
    expect(await reason(away)).toEqual({
      code: 'refused',
      text: 'The folder it was in is deleted; restore that first',
    });
    const gone = await done('remove-folder', { id: into.id });
    expect(await reason(moved)).toMatchObject({ code: 'out-of-sight' });
    await undo(at(gone));
    await done('remove-folder', { id: below.id });
    expect(await reason(moved)).toMatchObject({ code: 'removed-since' });
    expect(await reason(below)).toMatchObject({ code: 'as-before' });
  });

  it('a plan that is not what it was is not carried out', async () => {
    const { id } = await addFolder('One');
    const mine = await done('rename-folder', { id, name: 'Two' });
    const { plan } = await preview(at(mine));
    await done('rename-folder', { id, name: 'Three' }, { by: SAM_AS_ADMIN });
    const options = { plan, onConflict: 'overwrite' } as const;
    expect(await no(undo(at(mine), options))).toBe('undo/changed');
    const { plan: now } = await preview(at(mine));
    expect(await undo(at(mine), { ...options, plan: now })).toMatchObject({ done: 1 });
  });
});

describe('who may', () => {
  it('people undo their own where they may do what compensates, administrators anything', async () => {
    const basic = person(SAM.id, 'basic');
    const mine = await done('log-error', { details: 'Mine' }, { by: ANN });
    const theirs = await done('remove-error', { id: mine.id }, { by: SAM });
    expect(await no(undo(at(mine), { by: basic }))).toBe('undo/not-found');
    await undo(at(theirs), { by: basic });
    expect(await last()).toMatchObject({ type: 'ErrorRestored', actor: SAM.id });
    const link = await (await every['add-link']())();
    const removed = await done('remove-link', { id: link.id }, { by: SAM });
    await done('restore-link', { id: link.id }, { by: SAM });
    await done('remove-link', { id: link.id }, { by: ANN });
    const { steps } = await preview(at(removed), basic);
    expect(steps[0]?.reason?.code).toBe('not-allowed');
    expect(await no(undo(at(removed), { by: basic }))).toBe('undo/in-the-way');
    await undo(at(removed), { by: SAM_AS_ADMIN });
    const again = await done('remove-link', { id: link.id }, { by: SAM });
    await undo(at(again), { by: basic });
    expect(await last()).toMatchObject({ type: 'LinkRestored', actor: SAM.id });
  });

  it('nobody learns by asking what others have done', async () => {
    const correlationId = randomUUID();
    const command = { name: 'add-folder', body: { name: 'Secret', parentId: null } } as const;
    const { position } = await bus.execute(changeOf({ command, by: ANN, correlationId }));
    const { commandId } = await last();
    for (const wanted of [{ position: Number(position) }, { commandId }, { correlationId }]) {
      expect((await preview(wanted)).total).toBe(1);
      for (const role of ['basic', 'auditor'] as const) {
        const by = person(SAM.id, role);
        expect(await no(preview(wanted, by))).toBe('undo/not-found');
        expect(await no(undo(wanted, { by }))).toBe('undo/not-found');
      }
    }
  });

  it('the last administrator stays one', async () => {
    const { id } = await register();
    const made = await done('set-user-role', { userId: id, role: 'admin' });
    const { steps } = await preview(at(made));
    const text = 'At least one administrator is required';
    expect(steps[0]).toMatchObject({ state: 'blocked', reason: { code: 'refused', text } });
    expect(await no(undo(at(made)))).toBe('undo/in-the-way');
  });

  it('what is not there cannot be undone', async () => {
    expect(await no(undo({ position: 1e9 }))).toBe('undo/not-found');
    expect(await no(undo({ commandId: randomUUID() }))).toBe('undo/not-found');
    expect(await no(undo({ correlationId: randomUUID() }))).toBe('undo/not-found');
  });
});

describe('a repeated request', () => {
  it('with the same key is answered the same, however much at once', async () => {
    const { id } = await addFolder('One');
    const mine = await done('rename-folder', { id, name: 'Two' });
    const key = randomUUID();
    const before = await store.head();
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(at(mine), { key })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await store.head()).position).toBe(before.position + 1);
    expect(await undo(at(mine), { key })).toEqual(answers[0]);
    expect(await no(undo({ position: 1 }, { key }))).toBe('request/key-reused');
  });

  it('goes on with what an earlier try has begun, and tells all of it', async () => {
    const correlationId = randomUUID();
    const body = { name: 'Portal', link: 'https://feusa.example/' };
    const { id: folderId } = await addFolder('Portals');
    for (let left = 3; left > 0; left--) {
      const command = { name: 'add-link', body: { ...body, folderId } } as const;
      await bus.execute(changeOf({ command, by: ANN, correlationId }));
    }
    const [key, breaking] = [randomUUID(), new Breaking(bus, 2)];
    const broken = undoing(store, breaking as unknown as CommandBus);
    const first = await broken.undo({ correlationId }, { key });
    expect(first).toMatchObject({ done: 2, total: 3, left: 0 });
    expect(first.stopped).toMatchObject({ code: 'unavailable' });
    const second = await undo({ correlationId }, { key });
    expect(second).toMatchObject({ id: first.id, done: 3, total: 3, skippedCount: 0 });
    expect(second).not.toHaveProperty('stopped');
    expect(await undo({ correlationId }, { key })).toEqual(second);
  });

  it('without one does nothing twice', async () => {
    const { id } = await addFolder('One');
    const mine = await done('rename-folder', { id, name: 'Two' });
    const before = await store.head();
    const undone = Array.from({ length: 4 }, () => undo(at(mine), { by: ADMIN }));
    const tries = await Promise.allSettled(undone);
    expect((await store.head()).position).toBe(before.position + 1);
    const counts = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.done] : []));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1);
  });
});
