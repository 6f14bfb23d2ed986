import type { FolderAccess, FolderAccessView, PersonAccessView } from '@feusa/contracts/folders';
import type { Role } from '@feusa/contracts/users';
import type { FolderCounts } from '@feusa/contracts/views';
import { accessTo, type AccessNode } from '@feusa/domain/access';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Body, Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let people: readonly Person[];
let group = '';
let [outer, inner] = ['', ''];
beforeAll(async () => {
  product = await Product.open();
  people = [
    await product.newPerson('auditor', 'one@feusa.example'),
    await product.newPerson('auditor', 'two@feusa.example'),
  ];
  group = (await product.done('add-group', { name: 'Office' })).id;
  outer = (await product.done('add-folder', { name: 'Outer', parentId: null })).id;
  inner = (await product.done('add-folder', { name: 'Inner', parentId: outer })).id;
});
afterAll(() => product.close());

/** All that access follows from, at one position. */
interface Moment {
  readonly position: number;
  readonly roles: readonly Role[];
  readonly members: readonly string[];
  readonly outer: FolderAccess | null;
  readonly inner: FolderAccess | null;
}

const roles = ['basic', 'auditor', 'admin'] as const;
const named = fc.subarray([0, 1, 2]);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constant('role'), fc.nat(1), fc.constantFrom(...roles)) },
  fc.tuple(fc.constant('members'), fc.subarray([0, 1])),
  fc.tuple(
    fc.constantFrom('outer', 'inner'),
    fc.option(fc.record({ read: named, manage: named }), { freq: 4 }),
  ),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const idsOf = (all: readonly number[]) => all.map((each) => people[each]?.id ?? group);

async function happen(now: Moment, change: Step): Promise<Moment> {
  const [what, which] = change;
  const after = async (answer: Promise<Body>, more: Partial<Moment>) => ({
    ...now,
    ...more,
    position: Number((await answer)['position']),
  });
  if (what === 'role') {
    const role = change[2] as Role;
    const { id: userId } = people[which as number]!;
    const changed = now.roles.with(which as number, role);
    return after(product.done('set-user-role', { userId, role }), { roles: changed });
  }
  if (what === 'members') {
    const members = idsOf(which as number[]);
    return after(product.done('set-group-members', { id: group, userIds: members }), { members });
  }
  const given = which as { read: number[]; manage: number[] } | null;
  const access = given && { read: idsOf(given.read), manage: idsOf(given.manage) };
  const id = what === 'outer' ? outer : inner;
  return after(product.done('set-folder-access', { id, access }), { [what]: access });
}

/** What the pure function says of a moment. */
function rule(moment: Moment, who: number) {
  const nodes = new Map<string, AccessNode>([
    [outer, { parentId: null, access: moment.outer }],
    [inner, { parentId: outer, access: moment.inner }],
  ]);
  const { id } = people[who]!;
  const has = (each: string) => each === group && moment.members.includes(id);
  const person = { id, role: moment.roles[who]!, groups: { has } };
  return (folder: string) => accessTo(folder, (each) => nodes.get(each), person);
}

async function setAll(role: Role): Promise<void> {
  for (const { id: userId } of people) await product.done('set-user-role', { userId, role });
}

it('whatever the roles, the groups and the access were: each is shown what the rule says of then and now', async () => {
  const { admin } = product.people;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (changes) => {
      await setAll('auditor');
      await product.done('set-group-members', { id: group, userIds: [] });
      for (const id of [outer, inner])
        await product.done('set-folder-access', { id, access: null });
      const { position } = await product.store.head();
      const begin = { position, roles: ['auditor', 'auditor'] as const, members: [] };
      const moments: Moment[] = [{ ...begin, outer: null, inner: null }];
      for (const change of changes) moments.push(await happen(moments.at(-1)!, change));
      for (const now of ['auditor', 'admin'] as const) {
        await setAll(now);
        const present = { ...moments.at(-1)!, roles: [now, now] };
        for (const moment of moments) await compareSeen(moment, present);
      }
      for (const moment of moments) await compareAnswers(moment, admin);
    }),
    { numRuns: 6, endOnFailure: true },
  );
}, 400_000);

it('what lay in a folder does not name it to who may no longer read that', async () => {
  const auditor = await product.newPerson('auditor', 'three@feusa.example');
  const above = (await product.done('add-folder', { name: 'Zirconite', parentId: null })).id;
  const { id, position } = await product.done('add-folder', { name: 'Moved', parentId: above });
  await product.done('move-folder', { id, parentId: null });
  const answer = async () => {
    const at = `?at=${String(position)}`;
    const answers = ['/api/folders', `/api/folders/${id}`, '/api/tree'];
    const all = answers.map(async (each) => (await product.read(each + at, auditor)).body);
    return JSON.stringify(await Promise.all(all));
  };
  expect(await answer()).toContain('Zirconite');
  await product.done('set-folder-access', { id: above, access: { read: [], manage: [] } });
  expect(await answer()).not.toContain('Zirconite');
  expect(await answer()).not.toContain(above);
  await product.done('set-folder-access', { id: above, access: null });
});

it('folders that somebody may not read are not counted in others that they may', async () => {
  const auditor = await product.newPerson('auditor', 'four@feusa.example');
  const open = (await product.done('add-folder', { name: 'Open', parentId: null })).id;
  const { id: shut } = await product.done('add-folder', { name: 'Shut', parentId: open });
  const { position } = await product.done('add-folder', { name: 'Beside', parentId: open });
  const count = async (at: unknown, of = open, within = '') => {
    const { body } = await product.read(`/api/folder-counts?at=${String(at)}${within}`, auditor);
    return (body as unknown as FolderCounts).counts[of];
  };
  expect(await count(position)).toBe(2);
  const access = { read: [], manage: [] };
  const { position: later } = await product.done('set-folder-access', { id: shut, access });
  expect([await count(position), await count(later)]).toEqual([1, 1]);
  expect(await count(later, shut, `&in=${open}`)).toBeUndefined();
  const opened = await product.done('set-folder-access', { id: shut, access: null });
  expect([await count(later), await count(opened.position)]).toEqual([1, 2]);
});

it('what lies by now where somebody may not look is in no folder of theirs as of earlier, and does not open', async () => {
  const auditor = await product.newPerson('auditor', 'five@feusa.example');
  const open = (await product.done('add-folder', { name: 'Reports', parentId: null })).id;
  const shut = (await product.done('add-folder', { name: 'Closed', parentId: open })).id;
  const uploadId = await product.upload(Buffer.from('malachite'), 'malachite.txt');
  const { id } = await product.done('add-file', { folderId: open, uploadId });
  const link = { name: 'Malachite', link: 'https://example.com', folderId: open };
  const { id: linkId, position } = await product.done('add-link', link);
  await product.done('move-file', { id, folderId: shut });
  await product.done('move-link', { id: linkId, folderId: shut });
  const pages = [`folders/${open}`, 'tree', `folders/${open}/archive`];
  const opened = [`files/${id}`, `files/${id}/preview`, `api/files/${id}/versions`];
  const addresses = [...pages.map((each) => `api/${each}`), ...opened];
  const at = `?at=${String(position)}`;
  const answers = async () => {
    const headers = { cookie: auditor.cookie! };
    const all = addresses.map((each) => fetch(`${product.address}/${each}${at}`, { headers }));
    return Promise.all(all.map(async (each) => [(await each).status, await (await each).text()]));
  };
  const count = async () => {
    const { body } = await product.read(`/api/folder-counts${at}`, auditor);
    return (body as unknown as FolderCounts).counts[open];
  };
  expect((await answers()).map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await count()).toBe(3);
  await product.done('set-folder-access', { id: shut, access: { read: [], manage: [] } });
  const after = await answers();
  expect(after.map(([status]) => status)).toEqual([200, 200, 200, 404, 404, 404]);
  expect(JSON.stringify(after).toLowerCase()).not.toContain('malachite');
  expect(await count()).toBe(0);
  await product.done('set-folder-access', { id: shut, access: null });
  expect(await count()).toBe(3);
});

async function compareSeen(then: Moment, now: Moment): Promise<void> {
  for (const [who, person] of people.entries())
    for (const id of [outer, inner]) {
      const { status } = await product.read(`/api/folders/${id}?at=${then.position}`, person);
      const isSeen = rule(then, who)(id).reads && rule(now, who)(id).reads;
      expect([then, now.roles, who, status]).toEqual([then, now.roles, who, isSeen ? 200 : 404]);
    }
}

/** What the administrator is told of what they could see. */
async function compareAnswers(moment: Moment, admin: Person): Promise<void> {
  const at = `?at=${moment.position}`;
  const restricted = [outer, inner].filter((id, index) => moment[index ? 'inner' : 'outer']);
  for (const [who, person] of people.entries()) {
    const { body } = await product.read(`/api/access/${person.id}${at}`, admin);
    const answer = body as unknown as PersonAccessView;
    const sees = restricted.filter((id) => rule(moment, who)(id).reads);
    expect(answer.role).toBe(moment.roles[who]);
    expect(answer.sees.map(({ id }) => id).sort()).toEqual([...sees].sort());
    expect(answer.groups.length).toBe(moment.members.includes(person.id) ? 1 : 0);
  }
  for (const id of [outer, inner]) {
    const { body } = await product.read(`/api/folders/${id}/access${at}`, admin);
    const { effective, managers } = body as unknown as FolderAccessView;
    const ids = people.map((person) => person.id);
    const may = (what: 'reads' | 'manages') => ids.filter((_, who) => rule(moment, who)(id)[what]);
    const ours = (all: readonly string[]) => ids.filter((each) => all.includes(each));
    expect(ours(effective.map(({ user }) => user.id))).toEqual(may('reads'));
    expect(ours(managers)).toEqual(may('manages'));
  }
}

it('who had no account then is told nothing that was kept, and has no role', async () => {
  const { admin } = product.people;
  const everybody = { read: [], manage: [] };
  await product.done('set-folder-access', { id: inner, access: null });
  const { position } = await product.done('set-folder-access', { id: outer, access: everybody });
  const late = await product.newPerson('admin', 'late@feusa.example');
  const path = `/api/folders/${outer}`;
  expect((await product.read(path, late)).status).toBe(200);
  expect((await product.read(`${path}?at=${String(position)}`, late)).status).toBe(404);
  expect((await product.read(`${path}?at=${String(position)}`, admin)).status).toBe(200);
  const answer = await product.read(`/api/access/${late.id}?at=${String(position)}`, admin);
  expect(answer.body).not.toHaveProperty('role');
  expect(answer.body).toMatchObject({ sees: [], hidden: [{ id: outer }], groups: [] });
});
