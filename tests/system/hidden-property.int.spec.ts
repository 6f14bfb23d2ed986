import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderTopic, type Change } from '@feusa/contracts/live';
import type { TreeFolder } from '@feusa/contracts/views';
import { accessTo, type AccessNode } from '@feusa/domain/access';
import { waitFor } from '@feusa/testing/wait';
import fc from 'fast-check';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';
import { Screens } from './test-screens.js';

let product: Product;
let people: readonly Person[];
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

/** What somebody sees just after a position. */
interface Seen {
  readonly position: number;
  readonly of: ReadonlyMap<Person, ReadonlySet<string | null>>;
}

/** What the pure function says, kept beside the product. */
class Model {
  readonly nodes = new Map<string, AccessNode>();
  /** By link, the folder that it lies in. */
  readonly links = new Map<string, string>();
  readonly history: Seen[] = [];
  readonly members = new Map<string, ReadonlySet<string>>();
  /** By group, the last change of its members, and who they were before it. */
  readonly undoable = new Map<string, { position: string; before: ReadonlySet<string> }>();

  reads(folder: string | null, person: Person): boolean {
    const has = (group: string) => this.members.get(group)?.has(person.id) === true;
    const role = person === product.people.auditor ? 'auditor' : 'basic';
    const whom = { id: person.id, role, groups: { has } } as const;
    return accessTo(folder, (id) => this.nodes.get(id), whom).reads;
  }

  /** Notes who sees what, now that the log stands here. */
  note(position: number): void {
    const ids = [...this.nodes.keys()];
    const seenBy = (person: Person) =>
      new Set([null, ...ids.filter((id) => this.reads(id, person))]);
    this.history.push({ position, of: new Map(people.map((each) => [each, seenBy(each)])) });
  }

  /** What lies directly in a folder for somebody. */
  shown(folder: string | null, person: Person): string[] {
    const folders = [...this.nodes]
      .filter(([id, { parentId }]) => parentId === folder && this.reads(id, person))
      .map(([id]) => id);
    const links = [...this.links].filter(([, folderId]) => folderId === folder).map(([id]) => id);
    return [...folders, ...links].sort();
  }

  /** Whether somebody may be told of it by what they saw just after it. */
  allows({ position, topic, op, id, value }: Change, person: Person): boolean {
    const then = this.history.findLast((each) => each.position <= Number(position));
    const seen = then?.of.get(person);
    if (!seen || op === 'remove') return true;
    const isSeen = (folder: string) => seen.has(folder) || !this.nodes.has(folder);
    const { folderId } = value as { folderId?: string };
    return [...seen].map(folderTopic).includes(topic) && isSeen(folderId ?? id);
  }

  isInside(id: string | null, ancestor: string): boolean {
    if (id === null) return false;
    return id === ancestor || this.isInside(this.nodes.get(id)?.parentId ?? null, ancestor);
  }
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
  step: Exclude<Step, { kind: 'members undone' }>,
) {
  const named = (all: readonly number[]) =>
    all.map((each) => people[each]?.id ?? groups[each - people.length]!);
  switch (step.kind) {
    case 'members': {
      const userIds = step.of.map((each) => people[each]!.id);
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
  expect(answer.status).toBe(200);
  const position = String(answer.body['position']);
  model.undoable.set(group, { position, before: now });
  model.members.set(group, last.before);
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
    expect(screen.told.filter((change) => !model.allows(change, person))).toEqual([]);
  }
}

it('whatever the tree, the groups and the access: each is shown what the rule says, live too', async () => {
  const parents = fc.array(fc.nat(FOLDERS), { minLength: FOLDERS, maxLength: FOLDERS });
  await fc.assert(
    fc.asyncProperty(parents, steps, async (tree, changes) => {
      const model = new Model();
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
          for (const screen of absent) await screen.connect();
          await compare(model, ids, screens);
        }
      } finally {
        for (const screen of screens.values()) screen.disconnect();
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 400_000);
