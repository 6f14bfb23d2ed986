import { randomUUID } from 'node:crypto';
import { person } from '@feusa/contracts/test-person';
import type { EventStore } from '@feusa/event-log/store/port';
import type { TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { openBus, openTwoBuses, send, settled, UPLOADS } from '../test-bus.js';

let log: TestLog;
let one: CommandBus;
let two: CommandBus;
beforeAll(async () => {
  ({ log, one, two } = await openTwoBuses());
});
afterAll(() => log.close());

const REFUSE = { onConflict: 'refuse' } as const;
const BOTH = { onConflict: 'keep-both' } as const;
const folder = async (name: string, parentId: string | null = null) =>
  (await send(one, 'add-folder', { name, parentId })).id;
const nameOf = async (id: string) => {
  const events = await log.store.readStreams([`folder-${id}`, `file-${id}`, `link-${id}`]);
  return events.findLast(({ data }) => 'name' in data)?.data as { name: string };
};

describe('a name that is taken', () => {
  it('is no conflict where nobody asks', async () => {
    await folder('Twins');
    expect(await folder('Twins')).toBeDefined();
  });

  it('is refused to each command that would take it, and to a link beside a folder', async () => {
    const parentId = await folder('Refused');
    const id = await folder('Taken', parentId);
    const facts = { id, kind: 'folder', name: 'Taken', suggestion: 'Taken (2)' };
    const no = { refused: 'name-taken', ...facts };
    const link = { folderId: parentId, name: 'Taken', link: 'https://feusa.example/' };
    expect(await settled(send(one, 'add-folder', { name: 'Taken', parentId }, REFUSE))).toEqual(no);
    expect(await settled(send(one, 'add-link', link, REFUSE))).toEqual(no);
    const free = await folder('Free', parentId);
    const renamed = send(one, 'rename-folder', { id: free, name: 'Taken' }, REFUSE);
    expect(await settled(renamed)).toEqual(no);
    const far = await folder('Taken');
    expect(await settled(send(one, 'move-folder', { id: far, parentId }, REFUSE))).toEqual(no);
    await send(one, 'remove-folder', { id });
    const again = await folder('Taken', parentId);
    expect(await settled(send(one, 'restore-folder', { id }, REFUSE))).toEqual({
      ...no,
      id: again,
    });
    await send(one, 'restore-folder', { id }, BOTH);
    expect(await nameOf(id)).toMatchObject({ name: 'Taken (2)' });
  });

  it('of a file makes way for the one that is restored beside it', async () => {
    const folderId = await folder('Files');
    const added = { folderId, uploadId: UPLOADS.plan };
    const { id } = await send(one, 'add-file', added, REFUSE);
    expect(await settled(send(one, 'add-file', added, REFUSE))).toEqual({
      refused: 'name-taken',
      ...{ id, kind: 'file', name: 'plan.pdf', suggestion: 'plan (2).pdf' },
    });
    const { id: second } = await send(one, 'add-file', added, BOTH);
    expect(await nameOf(second)).toMatchObject({ name: 'plan (2).pdf' });
    await send(one, 'remove-file', { id });
    const { id: third } = await send(one, 'add-file', added, REFUSE);
    expect(await settled(send(one, 'restore-file', { id }, REFUSE))).toMatchObject({ id: third });
    await send(one, 'restore-file', { id }, BOTH);
    expect(await nameOf(id)).toMatchObject({ name: 'plan (3).pdf' });
  });

  it('is refused to what is renamed, edited, moved and copied, or both are kept', async () => {
    const [folderId, other] = [await folder('Here'), await folder('There')];
    const add = async (name: string, into = folderId) => {
      const { id } = await send(one, 'add-file', { folderId: into, uploadId: UPLOADS.plan }, BOTH);
      await send(one, 'rename-file', { id, name });
      return id;
    };
    const taken = await add('a.pdf');
    const no = { refused: 'name-taken', id: taken, name: 'a.pdf', suggestion: 'a (2).pdf' };
    const rename = { id: await add('b.pdf'), name: 'a.pdf' };
    expect(await settled(send(one, 'rename-file', rename, REFUSE))).toMatchObject(no);
    const far = await add('a.pdf', other);
    const move = { id: far, folderId };
    expect(await settled(send(two, 'move-file', move, REFUSE))).toMatchObject(no);
    expect(await settled(send(two, 'copy-file', move, REFUSE))).toMatchObject(no);
    await send(two, 'move-file', move, BOTH);
    expect(await nameOf(far)).toMatchObject({ name: 'a (2).pdf' });
    const { id: copy } = await send(one, 'copy-file', move, BOTH);
    expect(await nameOf(copy)).toMatchObject({ name: 'a (3).pdf' });
    await send(one, 'move-file', { id: taken, folderId: other }, REFUSE);
    expect(await settled(send(two, 'rename-file', rename, REFUSE))).toMatchObject({ version: 3 });

    const link = { name: 'Weather', link: 'https://weather.example/' };
    const { id: first } = await send(one, 'add-link', { folderId, ...link });
    const { id: second } = await send(one, 'add-link', { folderId, ...link, name: 'Rain' });
    const refused = { refused: 'name-taken', id: first, suggestion: 'Weather (2)' };
    const edit = { id: second, ...link };
    expect(await settled(send(one, 'edit-link', edit, REFUSE))).toMatchObject(refused);
    const back = { id: first, folderId };
    expect(await settled(send(one, 'copy-link', back, REFUSE))).toMatchObject(refused);
    expect(await settled(send(one, 'move-link', back, REFUSE))).toMatchObject({ version: 2 });
  });

  it('goes to one of those who ask at once, in one process and in two', async () => {
    for (const queues of [[one], [one, two]]) {
      const parentId = await folder('Race');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const bus = queues[index % queues.length]!;
          return settled(send(bus, 'add-folder', { name: 'Won', parentId }, REFUSE));
        }),
      );
      expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(19);
      const names = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const bus = queues[index % queues.length]!;
          const { id } = await send(bus, 'add-folder', { name: 'Won', parentId }, BOTH);
          return (await nameOf(id)).name;
        }),
      );
      expect(new Set(names).size).toBe(10);
    }
  });

  it('gives way to a number that is free, however many are not', async () => {
    const parentId = await folder('Many');
    for (let at = 1; at <= 25; at++) await folder(at === 1 ? 'Plan' : `Plan (${at})`, parentId);
    const add = () => send(one, 'add-folder', { name: 'Plan', parentId }, BOTH);
    const added = await Promise.all(Array.from({ length: 30 }, add));
    const names = await Promise.all(added.map(async ({ id }) => (await nameOf(id)).name));
    expect(names.toSorted()).toEqual(
      Array.from({ length: 30 }, (_, at) => `Plan (${at + 26})`).toSorted(),
    );
  });

  it('is free once what had it has moved on, been renamed or removed', async () => {
    const parentId = await folder('Leaving');
    const ids = [];
    for (const name of ['Moved', 'Renamed', 'Removed']) ids.push(await folder(name, parentId));
    const again = (name: string) => settled(send(one, 'add-folder', { name, parentId }, REFUSE));
    for (const name of ['Moved', 'Renamed', 'Removed'])
      expect(await again(name)).toMatchObject({ refused: 'name-taken' });
    await send(two, 'move-folder', { id: ids[0]!, parentId: null });
    await send(one, 'rename-folder', { id: ids[1]!, name: 'Other' });
    await send(one, 'remove-folder', { id: ids[2]! });
    for (const name of ['Moved', 'Renamed', 'Removed'])
      expect(await again(name)).toMatchObject({ version: 1 });
    expect(await again('Other')).toMatchObject({ refused: 'name-taken' });
  });
});

describe('an employee with the name and the e-mail address of another', () => {
  const kim = { ...person, firstName: 'Kim', lastName: 'Reed', email: 'kim@feusa.example' };
  const same = {
    ...kim,
    firstName: 'KIM',
    email: 'Kim@feusa.example',
    phoneNumber: '555 010 9999',
  };

  it('is refused where that is asked for, else added', async () => {
    const { id } = await send(one, 'add-employee', kim, REFUSE);
    const no = { refused: 'employee/exists', id };
    expect(await settled(send(one, 'add-employee', same, REFUSE))).toEqual(no);
    expect(await settled(send(two, 'add-employee', same, REFUSE))).toEqual(no);
    expect(await settled(send(two, 'add-employee', { ...same, lastName: 'Roe' }, REFUSE))).toEqual(
      expect.objectContaining({ version: 1 }),
    );
    const change = { ...kim, id, version: 1, role: 'Driver' };
    expect(await send(one, 'update-employee', change, REFUSE)).toMatchObject({ version: 2 });
    await send(one, 'remove-employee', { id });
    const { id: second } = await send(two, 'add-employee', same, REFUSE);
    expect(await settled(send(one, 'restore-employee', { id }, REFUSE))).toEqual({
      ...no,
      id: second,
    });
    expect(await send(one, 'restore-employee', { id }, BOTH)).toMatchObject({ version: 4 });
  });

  it('is one of those who are added at once', async () => {
    const twin = { ...kim, firstName: 'Lee', lastName: 'Twin' };
    const answers = await Promise.all(
      [one, two, one, two].map((bus) => settled(send(bus, 'add-employee', twin, REFUSE))),
    );
    expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(3);
  });

  it('is known at the head that the decision is made at, of many in one append', async () => {
    let asked = 0;
    const head = () => (asked++, log.store.head());
    const sizes: number[] = [];
    const append: EventStore['append'] = (batch) => {
      sizes.push(batch.events.length);
      return log.store.append(batch);
    };
    const bus = await openBus({ ...log.store, head, append });
    const add = (lastName: string) =>
      settled(send(bus, 'add-employee', { ...kim, lastName }, REFUSE));
    const { id } = await send(bus, 'add-employee', { ...kim, lastName: 'Headley' }, REFUSE);
    asked = 0;
    expect(await add('Headway')).toMatchObject({ version: 1 });
    const many = await Promise.all(['A', 'B', 'A', 'C', 'B'].map((each) => add(`Many ${each}`)));
    expect(asked).toBe(0);
    expect(many.map((each) => 'refused' in each)).toEqual([false, false, true, false, true]);
    expect(many[2]).toEqual({ refused: 'employee/exists', id: (many[0] as { id: string }).id });
    expect(Math.max(...sizes)).toBe(3);
    expect(await add('Headley')).toEqual({ refused: 'employee/exists', id });
  });
});

describe('an id of the client', () => {
  it('is what the new thing gets, once among all kinds of things', async () => {
    const id = randomUUID();
    const body = { id, name: 'Mine', parentId: null };
    expect(await send(one, 'add-folder', body)).toMatchObject({ id, version: 1 });
    const link = { id, folderId: id, name: 'Mine', link: 'https://feusa.example/' };
    const no = { refused: 'id-taken', id };
    expect(await settled(send(one, 'add-folder', body))).toEqual(no);
    expect(await settled(send(two, 'add-link', link))).toEqual(no);
    expect(await settled(send(two, 'add-employee', { ...person, id }))).toEqual(no);
    const file = { id, folderId: id, uploadId: UPLOADS.plan };
    expect(await settled(send(one, 'add-file', file))).toEqual(no);
  });

  it('goes to one of those who ask for it at once', async () => {
    const id = randomUUID();
    const folderId = await folder('Shelf');
    const answers = await Promise.all([
      settled(send(one, 'add-folder', { id, name: 'A', parentId: null })),
      settled(send(one, 'add-link', { id, folderId, name: 'A', link: 'https://feusa.example/' })),
      settled(send(two, 'add-employee', { ...person, id })),
    ]);
    expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(2);
  });
});
