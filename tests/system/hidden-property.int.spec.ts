import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TreeFolder } from '@feusa/contracts/views';
import { waitFor } from '@feusa/testing/wait';
import fc from 'fast-check';
import { employee, type Person } from './test-calls.js';
import { AUDITOR, Model } from './test-hidden-model.js';
import { Product } from './test-product.js';
import { Screens } from './test-screens.js';

let product: Product;
let people: Person[];
let groups: readonly string[];
beforeAll(async () => {
  product = await Product.open();
  const { auditor, basic } = product.people;
  people = [basic, auditor, await product.newPerson('basic', 'third@feusa.example')];
  const add = async (name: string) => (await product.done('add-group', { name })).id;
  groups = [await add('Office'), await add('Workshop')];
});
afterAll(() => product.close());

const FOLDERS = 5;
const who = fc.subarray([0, 1, 2, 3, 4]);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('access' as const),
    folder: fc.nat(FOLDERS - 1),
    access: fc.option(fc.record({ read: who, manage: who }), { freq: 3 }),
  }),
  fc.record({
    kind: fc.constant('members' as const),
    group: fc.nat(1),
    of: fc.subarray([0, 1, 2]),
  }),
  fc.record({ kind: fc.constant('members undone' as const), group: fc.nat(1) }),
  fc.record({ kind: fc.constant('account erased' as const), person: fc.nat(2) }),
  fc.record({ kind: fc.constant('employee erased' as const) }),
  fc.record({
    kind: fc.constant('move' as const),
    folder: fc.nat(FOLDERS - 1),
    to: fc.nat(FOLDERS),
  }),
  fc.record({ kind: fc.constant('link' as const), folder: fc.nat(FOLDERS - 1) }),
  fc.record({
    kind: fc.constant('link moved' as const),
    link: fc.nat(FOLDERS),
    to: fc.nat(FOLDERS - 1),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** Who is away while something happens, and is told of it afterwards. */
const steps = fc.array(fc.tuple(step, fc.subarray([0, 1, 2])), { minLength: 4, maxLength: 8 });

async function newEmployee(): Promise<Model['employee']> {
  const firstName = `Rhodonite${randomUUID().slice(0, 8)}`;
  const { id } = await product.done('add-employee', { ...employee, firstName });
  return { id, name: `${firstName} ${employee.lastName}` };
}

/** The next run has as many people of the same roles. */
async function replace(erased: ReadonlySet<Person>): Promise<void> {
  for (const [index, person] of people.entries())
    if (erased.has(person))
      people[index] = await product.newPerson(
        index === AUDITOR ? 'auditor' : 'basic',
        `next-${person.id}@feusa.example`,
      );
}

async function plant(model: Model, parents: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, parent] of parents.entries()) {
    const parentId = index === 0 ? null : (ids[parent % (index + 1)] ?? null);
    const { id } = await product.done('add-folder', { name: `Folder ${index}`, parentId });
    model.nodes.set(id, { parentId });
    ids.push(id);
  }
  return ids;
}

/** @returns what is to be asked for, once the model has it; nothing where it can't be */
function take(
  model: Model,
  ids: readonly string[],
  step: Exclude<Step, { kind: 'members undone' | 'account erased' | 'employee erased' }>,
) {
  const living = (all: readonly number[]) => all.filter((each) => !model.erased.has(people[each]!));
  const named = (all: readonly number[]) =>
    living(all).map((each) => people[each]?.id ?? groups[each - people.length]!);
  switch (step.kind) {
    case 'members': {
      const userIds = living(step.of).map((each) => people[each]!.id);
      model.members.set(groups[step.group]!, new Set(userIds));
      return ['set-group-members', { id: groups[step.group], userIds }] as const;
    }
    case 'access': {
      const id = ids[step.folder]!;
      const access = step.access && {
        ...{ read: named(step.access.read), manage: named(step.access.manage) },
      };
      model.nodes.set(id, { ...model.nodes.get(id)!, access });
      return ['set-folder-access', { id, access }] as const;
    }
    case 'move': {
      const id = ids[step.folder]!;
      const parentId = ids[step.to] ?? null;
      if (model.isInside(parentId, id)) return undefined;
      model.nodes.set(id, { ...model.nodes.get(id)!, parentId });
      return ['move-folder', { id, parentId }] as const;
    }
    case 'link': {
      const folderId = ids[step.folder]!;
      const link = { folderId, name: `Link ${model.links.size}`, link: 'https://x.example/' };
      return ['add-link', link] as const;
    }
    case 'link moved': {
      const links = [...model.links.keys()];
      const id = links[step.link % links.length];
      const folderId = ids[step.to]!;
      if (id === undefined || model.links.get(id) === folderId) return undefined;
      model.links.set(id, folderId);
      return ['move-link', { id, folderId }] as const;
    }
  }
}

async function happen(model: Model, ids: readonly string[], change: Step): Promise<void> {
  if (change.kind === 'members undone') return undo(model, groups[change.group]!);
  if (change.kind === 'account erased') return eraseAccount(model, people[change.person]!);
  if (change.kind === 'employee erased') return eraseEmployee(model);
  const group = change.kind === 'members' ? groups[change.group]! : undefined;
  const before = group && model.members.get(group)!;
  const asked = take(model, ids, change);
  if (!asked) return;
  const [name, body] = asked;
  const { id, position } = await product.done(name, body);
  if (change.kind === 'link') model.links.set(id, ids[change.folder]!);
  if (group && before) model.undoable.set(group, { position: String(position), before });
  model.note(Number(position));
}

const sorted = (ids: ReadonlySet<string>) => [...ids].sort().join();

/** As an administrator takes back the last change of a group's members, perhaps an undo. */
async function undo(model: Model, group: string): Promise<void> {
  const last = model.undoable.get(group);
  const now = model.members.get(group)!;
  if (!last || sorted(last.before) === sorted(now)) return;
  const body = { position: last.position };
  const answer = await product.ask('POST', '/api/undo', { as: product.people.admin, body });
  // Whoever is gone comes back into no group.
  const erased = [...model.erased].map(({ id }) => id).filter((id) => !now.has(id));
  if (erased.some((id) => last.before.has(id))) return expect(answer.status).toBe(409);
  expect(answer.status).toBe(200);
  const position = String(answer.body['position']);
  model.undoable.set(group, { position, before: now });
  model.members.set(group, last.before);
  model.note(Number(position));
}

async function eraseAccount(model: Model, person: Person): Promise<void> {
  if (model.erased.has(person)) return;
  const { body } = await product.read('/api/users', product.people.admin);
  const { email } = (body['users'] as { id: string; email: string }[]).find(
    ({ id }) => id === person.id,
  )!;
  const { position } = await product.done('erase-person', {
    ...{ id: person.id, kind: 'user', name: email },
  });
  model.erased.add(person);
  model.note(Number(position));
}

async function eraseEmployee(model: Model): Promise<void> {
  if (model.isEmployeeErased) return;
  const { position } = await product.done('erase-person', model.employee);
  model.isEmployeeErased = true;
  model.note(Number(position));
}

const all = (folders: readonly TreeFolder[]): string[] =>
  folders.flatMap((folder) => [folder.id, ...all(folder.folders)]);

async function compare(
  model: Model,
  ids: readonly string[],
  screens: ReadonlyMap<Person, Screens>,
) {
  const known = (rows: readonly string[] = []) =>
    rows.filter((id) => model.nodes.has(id) || model.links.has(id)).sort();
  for (const [person, screen] of screens) {
    expect(screen.received.filter((change) => !model.allows(change, person))).toEqual([]);
    if (model.erased.has(person)) {
      expect((await product.read('/api/tree', person)).status).toBe(401);
      await waitFor(() => expect(screen.isConnected).toBe(false));
      continue;
    }
    const directory = await product.read('/api/employees', person);
    expect(JSON.stringify(directory.body).includes(model.employee.id)).toBe(
      !model.isEmployeeErased,
    );
    const seen = ids.filter((id) => model.reads(id, person)).sort();
    const { body } = await product.read('/api/tree', person);
    const inTree = all(body['folders'] as TreeFolder[]);
    expect(inTree.filter((id) => ids.includes(id)).sort()).toEqual(seen);
    for (const id of ids) {
      const { status } = await product.read(`/api/folders/${id}`, person);
      expect(status).toBe(seen.includes(id) ? 200 : 404);
    }
    for (const id of [null, ...ids])
      await waitFor(async () => {
        const shown = await screen.shown(id);
        if (model.reads(id, person)) expect(known(shown)).toEqual(model.shown(id, person));
        else expect(shown).toBeUndefined();
      });
  }
}

/** As an auditor is shown each moment before, and an administrator where the auditor is gone. */
async function compareThen(model: Model, ids: readonly string[]): Promise<void> {
  const auditor = people[AUDITOR]!;
  const isAuditor = !model.erased.has(auditor);
  const by = isAuditor ? auditor : product.people.admin;
  for (const then of model.history) {
    const at = `?at=${then.position}`;
    const mayShow = (id: string) => !isAuditor || model.showedThen(id, then, auditor);
    for (const id of ids) {
      const { status, body } = await product.read(`/api/folders/${id}${at}`, by);
      expect([then, id, status]).toEqual([then, id, mayShow(id) ? 200 : 404]);
      const text = JSON.stringify(body);
      expect(ids.filter((each) => text.includes(each) && !mayShow(each))).toEqual([]);
    }
    const { body } = await product.read(`/api/employees${at}`, by);
    const [firstName = ''] = model.employee.name.split(' ');
    expect(JSON.stringify(body).includes(firstName)).toBe(!model.isEmployeeErased);
  }
}

it('whatever the tree, the groups and the access: each is shown what the rule says, live too', async () => {
  const parents = fc.array(fc.nat(FOLDERS), { minLength: FOLDERS, maxLength: FOLDERS });
  await fc.assert(
    fc.asyncProperty(parents, steps, async (tree, changes) => {
      const model = new Model(people, await newEmployee());
      for (const group of groups) {
        model.members.set(group, new Set());
        await product.done('set-group-members', { id: group, userIds: [] });
      }
      const ids = await plant(model, tree);
      const { position } = await product.store.head();
      model.note(position);
      const screens = new Map(people.map((person) => [person, new Screens(product, person)]));
      try {
        for (const screen of screens.values()) await screen.connect();
        await compare(model, ids, screens);
        for (const [change, away] of changes) {
          const absent = away.map((each) => screens.get(people[each]!)!);
          for (const screen of absent) screen.disconnect();
          await happen(model, ids, change);
          const gone = [...model.erased].map((person) => screens.get(person));
          const back = absent.filter((screen) => !gone.includes(screen));
          await Promise.all(back.map((screen) => screen.connect()));
          await compare(model, ids, screens);
        }
        await compareThen(model, ids);
      } finally {
        for (const screen of screens.values()) screen.disconnect();
        await replace(model.erased);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 400_000);
