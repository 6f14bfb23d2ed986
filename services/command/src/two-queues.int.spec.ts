import { setTimeout } from 'node:timers/promises';
import type { CommandName } from '@feusa/contracts/commands';
import { person } from '@feusa/contracts/test-person';
import type { TestLog } from '@feusa/testing/log';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { SYSTEM } from './feature.js';
import { Company } from './test-company.js';
import { aLink, orderOf, registration, type Shared } from './test-commands.js';
import { openBus, openTwoBuses, send, settled } from './test-bus.js';

let log: TestLog;
let one: CommandBus;
let two: CommandBus;
beforeAll(async () => {
  ({ log, one, two } = await openTwoBuses());
});
afterAll(() => log.close());

const make = (name: CommandName, bodies: readonly object[], by = SYSTEM) =>
  Promise.all(bodies.map(async (body) => (await send(one, name, body as never, { by })).id));
const codesOf = (answers: readonly object[]) =>
  answers.map((answer) => ('refused' in answer ? answer.refused : 'accepted')).toSorted();

describe('two processes on one log', () => {
  it('interleave 500 commands: each once, nothing lost, no rule broken', async () => {
    const folder = await make('add-folder', Array(6).fill({ name: 'Shared', parentId: null }));
    const shared: Shared = {
      folder,
      link: await make(
        'add-link',
        folder.map((folderId) => ({ folderId, ...aLink })),
      ),
      user: await make(
        'register-user',
        ['x', 'y', 'z'].map((who) => registration(`${who}@a.example`)),
      ),
      employee: await make('add-employee', [person, person]),
    };
    const { position: begin } = await log.store.head();
    const numbers = fc.sample(fc.nat(0xffffff), { numRuns: 500, seed: 2026 });
    const orders = numbers.map((number) => orderOf(number, shared));
    const answers = await Promise.all(
      orders.map(async ({ name, body, key }, index) => {
        await setTimeout(index / 2);
        const queues = index % 10 === 0 ? [one, two] : [index % 2 === 0 ? one : two];
        const sent = queues.map((bus) => settled(send(bus, name, body as never, { key })));
        const [answer, same = answer] = await Promise.all(sent);
        expect(same).toEqual(answer);
        return answer!;
      }),
    );
    const events = await log.store.read(0, 10_000);
    expect(events.map(({ position }) => position)).toEqual(events.map((_event, at) => at + 1));
    for (const [index, answer] of answers.entries()) {
      const caused = events
        .filter(({ commandId }) => commandId === orders[index]?.key)
        .map(({ position, version }) => ({ position: String(position), version }));
      const { position, version } = answer as { position: string; version: number };
      expect(caused).toEqual('refused' in answer ? [] : [{ position, version }]);
    }
    const accepted = answers.filter((answer) => 'id' in answer);
    expect(events).toHaveLength(begin + accepted.length);
    expect(accepted.length).toBeGreaterThan(100);
    expect(codesOf(answers)).not.toContain('busy');
    const company = new Company();
    for (const event of events) company.take(event);
  });

  it('give an e-mail address to one of 20 who ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const email = index % 3 === 0 ? 'Kim@feusa.example' : 'kim@feusa.example';
        return settled(send(index % 2 === 0 ? one : two, 'register-user', registration(email)));
      }),
    );
    expect(codesOf(answers)).toEqual(['accepted', ...Array<string>(19).fill('user/email-taken')]);
  });

  it('keep one of the administrators that remove each other', async () => {
    await make('register-user', [registration('pat@a.example'), registration('kay@a.example')]);
    const before = await log.store.accounts();
    const admins = before.filter(({ role }) => role === 'admin').map(({ id }) => id);
    const answers = await Promise.all(
      admins.map((id, index) => settled(send(index % 2 === 0 ? one : two, 'remove-user', { id }))),
    );
    expect(codesOf(answers).filter((code) => code === 'user/last-admin')).toHaveLength(1);
    expect(await log.store.adminCount()).toBe(1);
  });

  it('let a child into a folder before it goes, or not at all', async () => {
    for (let round = 0; round < 10; round++) {
      const id = (await send(one, 'add-folder', { name: 'Short-lived', parentId: null })).id;
      const { position } = await log.store.head();
      const child = () => settled(send(two, 'add-folder', { name: 'Child', parentId: id }));
      const children = Promise.all([child(), child(), setTimeout(1).then(child)]);
      await send(one, 'remove-folder', { id });
      const answers = await children;
      const events = await log.store.read(position, 10);
      const gone = events.findIndex(({ type }) => type === 'FolderRemoved');
      expect(events.slice(gone + 1)).toEqual([]);
      expect(codesOf(answers)).toEqual([
        ...Array<string>(gone).fill('accepted'),
        ...Array<string>(3 - gone).fill('folder/parent-not-found'),
      ]);
    }
  });

  it('refuse only what is of somebody whom the other one has just erased', async () => {
    const [id = ''] = await make('add-employee', [person]);
    // The one process remembers the person, and hears nothing of what the other one does.
    await send(one, 'update-employee', { ...person, id, version: 1 });
    const name = `${person.firstName} ${person.lastName}`;
    await send(two, 'erase-person', { id, kind: 'employee', name });
    const folders = Array.from({ length: 20 }, (_, index) =>
      settled(send(one, 'add-folder', { name: `Beside ${index}`, parentId: null })),
    );
    const update = settled(send(one, 'update-employee', { ...person, id, version: 2 }));
    expect(codesOf(await Promise.all(folders))).toEqual(Array(20).fill('accepted'));
    expect(await update).toMatchObject({ refused: 'employee/not-found' });
  });

  it('refuse only what is of somebody whom the other one erases while their batch is on its way', async () => {
    const [id = ''] = await make('add-employee', [person]);
    const store = log.another();
    let meanwhile = () => Promise.resolve();
    const busy = await openBus({
      ...store,
      append: (batch) => meanwhile().then(() => store.append(batch)),
    });
    await send(busy, 'update-employee', { ...person, id, version: 1 });
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      const name = `${person.firstName} ${person.lastName}`;
      const { position } = await send(two, 'erase-person', { id, kind: 'employee', name });
      // Something else in the same process follows the log, and so takes leave of the key.
      await store.read(Number(position) - 1, 1);
    };
    const folders = Array.from({ length: 20 }, (_, index) =>
      settled(send(busy, 'add-folder', { name: `Beside ${index}`, parentId: null })),
    );
    const update = settled(send(busy, 'update-employee', { ...person, id, version: 2 }));
    expect(codesOf(await Promise.all(folders))).toEqual(Array(20).fill('accepted'));
    expect(await update).toMatchObject({ refused: 'employee/not-found' });
  });

  it('refuse nothing that the other one has just made possible', async () => {
    const { id } = await send(one, 'add-folder', { name: 'Back and forth', parentId: null });
    for (let round = 0; round < 5; round++) {
      await send(one, 'remove-folder', { id });
      const into = () => settled(send(two, 'add-folder', { name: 'Child', parentId: id }));
      expect(await into()).toEqual({ refused: 'folder/parent-not-found' });
      await send(one, 'restore-folder', { id });
      expect(await into()).toMatchObject({ version: 1 });
    }
  });
});
