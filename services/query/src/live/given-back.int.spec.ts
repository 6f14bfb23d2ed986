import { randomUUID } from 'node:crypto';
import { streamOf, type DomainEvent } from '@feusa/contracts/events';
import { folderTopic, type Change, type Topic } from '@feusa/contracts/live';
import { waitFor } from '@feusa/testing/wait';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LiveLog, type LiveReplica, type Planned } from './test-live.js';

/** More rounds: FEUSA_ORDER_RUNS=200. */
const RUNS = Number(process.env['FEUSA_ORDER_RUNS'] ?? 8);
const FOLDERS = 4;
let ground: LiveLog;
let replica: LiveReplica;
beforeAll(async () => {
  ground = await LiveLog.open();
  replica = await ground.replica();
});
afterAll(() => ground.close());

const number = fc.nat(FOLDERS - 1);
/** What somebody changes, and how many changes are projected as one. */
const step = fc.tuple(
  fc.oneof(
    fc.record({ kind: fc.constant('access' as const), of: number, isOpen: fc.boolean() }),
    fc.record({ kind: fc.constant('members' as const), of: number, isIn: fc.boolean() }),
    fc.record({ kind: fc.constant('move' as const), of: number, to: number }),
  ),
  fc.boolean(),
);
type Step = typeof step extends fc.Arbitrary<readonly [infer T, boolean]> ? T : never;

/** Some folders, one in the other, each with a group that may read it when it is restricted. */
class Tree {
  readonly folders = Array.from({ length: FOLDERS }, () => randomUUID());
  private readonly group = randomUUID();
  private readonly parents: (string | null)[] = [null, ...this.folders.slice(0, -1)];
  private readonly versions = new Map<string, number>();

  constructor(private readonly user: string) {}

  get begun(): Planned[] {
    return [
      this.next('group', this.group, { type: 'GroupAdded', data: { name: 'Office' } }),
      ...this.folders.map((_, of) => this.added(this.folders[of]!, this.parents[of]!)),
    ];
  }

  added(id: string, parentId: string | null): Planned {
    return this.next('folder', id, { type: 'FolderAdded', data: { name: 'Parts', parentId } });
  }

  planned(change: Step): Planned[] {
    if (change.kind === 'members') {
      const userIds = change.isIn ? [this.user] : [];
      return [this.next('group', this.group, { type: 'GroupMembersSet', data: { userIds } })];
    }
    const [id, parentId] = [this.folders[change.of]!, this.parents[change.of]!];
    if (change.kind === 'access') {
      const access = change.isOpen ? null : { read: [this.group], manage: [] };
      return [this.next('folder', id, { type: 'FolderAccessSet', data: { parentId, access } })];
    }
    // A folder lies only in those before it, so that none is in itself.
    const to = change.to < change.of ? this.folders[change.to]! : null;
    if (to === parentId) return [];
    this.parents[change.of] = to;
    const data = { parentId: to, fromParentId: parentId };
    return [this.next('folder', id, { type: 'FolderMoved', data })];
  }

  private next(noun: 'folder' | 'group', id: string, event: DomainEvent): Planned {
    const stream = streamOf(noun, id);
    const version = (this.versions.get(stream) ?? 0) + 1;
    this.versions.set(stream, version);
    return { stream, version, event };
  }
}

async function project(planned: readonly Planned[]): Promise<void> {
  await ground.append(planned);
  await replica.step();
}

it(
  'a topic that was open is told of again once its folder may be read again, however quick that was',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const user = randomUUID();
        const tree = new Tree(user);
        await project(tree.begun);
        const socket = await replica.connect(await ground.person('basic', user));
        const received: (Partial<Change> & { resync?: Topic })[] = [];
        socket.on('change', (change: Change) => received.push(change));
        socket.on('resync', ({ topic }: { topic: Topic }) => received.push({ resync: topic }));
        const topics = tree.folders.map(folderTopic);
        await socket.emitWithAck('watch', { topics: [...topics, folderTopic(null)] });

        let batch: Planned[] = [];
        const reader = { id: user, role: 'basic' as const };
        const read = () => tree.folders.map((id) => replica.model.access.sightOf(reader).reads(id));
        const wasHidden = new Set<Topic>();
        for (const [change, isAlone] of steps) {
          batch.push(...tree.planned(change));
          if (!isAlone) continue;
          await project(batch);
          batch = [];
          read().forEach((reads, of) => !reads && wasHidden.add(topics[of]!));
        }
        await project(batch);
        const before = received.length;
        const [fence, ...inside] = [null, ...tree.folders].map(() => randomUUID());
        await project([
          ...tree.folders.map((id, of) => tree.added(inside[of]!, id)),
          tree.added(fence!, null),
        ]);
        await waitFor(() =>
          expect(received).toContainEqual(expect.objectContaining({ id: fence })),
        );
        const reads = read();
        expect(inside.map((id) => received.some((each) => each.id === id))).toEqual(reads);
        reads.forEach((isRead, of) => {
          const topic = topics[of]!;
          if (isRead && wasHidden.has(topic))
            expect(received.slice(0, before)).toContainEqual({ resync: topic });
        });
        socket.disconnect();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  Math.max(60_000, RUNS * 10_000),
);
