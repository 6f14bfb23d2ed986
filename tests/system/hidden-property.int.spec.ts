import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Change } from '@feusa/contracts/live';
import type { TreeFolder } from '@feusa/contracts/views';
import { accessTo, type AccessNode } from '@feusa/domain/access';
import { waitFor } from '@feusa/testing/wait';
import fc from 'fast-check';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

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
  fc.record({
    kind: fc.constant('move' as const),
    folder: fc.nat(FOLDERS - 1),
    to: fc.nat(FOLDERS),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What the pure function says, kept beside the product. */
class Model {
  readonly nodes = new Map<string, AccessNode>();
  readonly members = new Map<string, ReadonlySet<string>>();

  reads(folder: string, person: Person): boolean {
    const has = (group: string) => this.members.get(group)?.has(person.id) === true;
    const role = person === product.people.auditor ? 'auditor' : 'basic';
    const whom = { id: person.id, role, groups: { has } } as const;
    return accessTo(folder, (id) => this.nodes.get(id), whom).reads;
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

async function take(model: Model, ids: readonly string[], step: Step): Promise<void> {
  const named = (all: readonly number[]) =>
    all.map((each) => people[each]?.id ?? groups[each - people.length]!);
  if (step.kind === 'members') {
    const userIds = step.of.map((each) => people[each]!.id);
    model.members.set(groups[step.group]!, new Set(userIds));
    await product.done('set-group-members', { id: groups[step.group], userIds });
    return;
  }
  const id = ids[step.folder]!;
  const node = model.nodes.get(id)!;
  if (step.kind === 'access') {
    const access = step.access && {
      ...{ read: named(step.access.read), manage: named(step.access.manage) },
    };
    model.nodes.set(id, { ...node, access });
    await product.done('set-folder-access', { id, access });
    return;
  }
  const parentId = ids[step.to] ?? null;
  if (model.isInside(parentId, id)) return;
  model.nodes.set(id, { ...node, parentId });
  await product.done('move-folder', { id, parentId });
}

const all = (folders: readonly TreeFolder[]): string[] =>
  folders.flatMap((folder) => [folder.id, ...all(folder.folders)]);

/** What lies directly in a folder, as a screen has it that stays open: its page, and what it is told since. */
class Screen {
  private shown = new Set<string>();
  private isOld = true;
  private readonly socket;

  constructor(private readonly person: Person) {
    this.socket = product.connect(person);
    this.socket.on('change', ({ op, id }: Change) => {
      if (op === 'put') this.shown.add(id);
      else this.shown.delete(id);
    });
    this.socket.on('resync', () => (this.isOld = true));
  }

  async open(): Promise<void> {
    await this.socket.emitWithAck('watch', { topics: ['folder:root'] });
  }

  async folders(): Promise<ReadonlySet<string>> {
    if (this.isOld) {
      this.isOld = false;
      const { body } = await product.read('/api/folders', this.person);
      this.shown = new Set((body['folders'] as { id: string }[]).map(({ id }) => id));
    }
    return this.shown;
  }

  close(): void {
    this.socket.disconnect();
  }
}

async function compare(model: Model, ids: readonly string[], screens: ReadonlyMap<Person, Screen>) {
  for (const [person, screen] of screens) {
    const seen = ids.filter((id) => model.reads(id, person)).sort();
    const { body } = await product.read('/api/tree', person);
    const inTree = all(body['folders'] as TreeFolder[]);
    expect(inTree.filter((id) => ids.includes(id)).sort()).toEqual(seen);
    for (const id of ids) {
      const { status } = await product.read(`/api/folders/${id}`, person);
      expect(status).toBe(seen.includes(id) ? 200 : 404);
    }
    const top = seen.filter((id) => model.nodes.get(id)?.parentId === null);
    await waitFor(async () => {
      const shown = await screen.folders();
      expect([...shown].filter((id) => ids.includes(id)).sort()).toEqual(top);
    });
  }
}

it('whatever the tree, the groups and the access: each is shown what the rule says, live too', async () => {
  const parents = fc.array(fc.nat(FOLDERS), { minLength: FOLDERS, maxLength: FOLDERS });
  const steps = fc.array(step, { minLength: 4, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(parents, steps, async (tree, changes) => {
      const model = new Model();
      for (const group of groups) {
        model.members.set(group, new Set());
        await product.done('set-group-members', { id: group, userIds: [] });
      }
      const screens = new Map(people.map((person) => [person, new Screen(person)]));
      try {
        for (const screen of screens.values()) await screen.open();
        const ids = await plant(model, tree);
        for (const change of changes) {
          await take(model, ids, change);
          await compare(model, ids, screens);
        }
      } finally {
        for (const screen of screens.values()) screen.close();
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 240_000);
