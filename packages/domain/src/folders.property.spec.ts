import { MAX_FOLDER_DEPTH } from '@feusa/contracts/folders';
import { Refusal } from '@feusa/contracts/refusals';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { ShelfModel, type FolderNames } from './test-folders-model.js';
import { folders, type FolderCommand } from './folders.js';
import { depthOf, isInside, type NamedNode } from './tree.js';

/** Every folder stream's state, folded from the events that `decide` answered with. */
class Decided {
  readonly nodes = new Map<string, NamedNode>();

  /** The event's type or the refusal's code. */
  run(id: string, command: FolderCommand): string {
    const context = { id, folders: this.lookup, heightOf: (of: string) => this.height(of) };
    try {
      const event = folders.decide(command, this.nodes.get(id) ?? null, context)!;
      const folder = folders.evolve(this.nodes.get(id) ?? null, event);
      if (folder) this.nodes.set(id, folder);
      return event.type;
    } catch (fault) {
      if (fault instanceof Refusal) return fault.code;
      throw fault;
    }
  }

  readonly lookup = (id: string) => this.nodes.get(id);

  height(id: string): number {
    const below = [...this.nodes].filter(([, { parentId }]) => parentId === id);
    return 1 + Math.max(0, ...below.map(([child]) => this.height(child)));
  }

  /** Steps to the root, through removed folders, too; fails on a cycle. */
  levels(id: string): number {
    let level = 0;
    for (let at: string | null = id; at !== null; at = this.nodes.get(at)!.parentId) {
      if (++level > this.nodes.size) throw new Error(`${id} lies in itself`);
    }
    return level;
  }

  shown(parentId: string | null = null): FolderNames {
    const children = [...this.nodes].filter(
      ([, node]) => node.parentId === parentId && !node.removed,
    );
    return Object.fromEntries(
      children.map(([id, { name }]) => [id, { name, folders: this.shown(id) }]),
    );
  }
}

type Step = readonly [kind: FolderCommand['name'], which: number, where: number];
const step = fc.tuple(
  fc.constantFrom<FolderCommand['name'][]>(
    'add-folder',
    'add-folder',
    'rename-folder',
    'move-folder',
    'move-folder',
    'remove-folder',
    'restore-folder',
    'purge',
  ),
  fc.nat(200),
  fc.nat(200),
);

/** The command of a step; a number picks one of the folders so far, one too many picks none. */
function commandOf([name, which, where]: Step, ids: readonly string[], fresh: string) {
  const pick = (index: number) => ids[index % (ids.length + 1)];
  const id = name === 'add-folder' ? fresh : (pick(which) ?? 'unknown');
  const parentId = pick(where) ?? null;
  const command = { name, body: { id, parentId, name: `${name} ${fresh}` } } as FolderCommand;
  return { id, command };
}

/** Long chains to begin with, so that moves often come near the deepest level. */
const script = fc.record({
  chains: fc.array(fc.integer({ min: 1, max: MAX_FOLDER_DEPTH }), { maxLength: 3 }),
  steps: fc.array(step, { minLength: 1, maxLength: 60 }),
});

function play({ chains, steps }: { chains: readonly number[]; steps: readonly Step[] }) {
  const decided = new Decided();
  const model = new ShelfModel();
  const run = (id: string, command: FolderCommand) => {
    const answer = decided.run(id, command);
    expect(answer).toBe(model.run(id, command));
    return answer;
  };
  for (const [chain, length] of chains.entries()) {
    for (let level = 1; level <= length; level++) {
      const parentId = level === 1 ? null : `${chain}/${level - 1}`;
      run(`${chain}/${level}`, { name: 'add-folder', body: { name: 'chain', parentId } });
    }
  }
  for (const [index, each] of steps.entries()) {
    const { id, command } = commandOf(each, [...decided.nodes.keys()], `folder${index}`);
    run(id, command);
    expect(decided.shown()).toEqual(model.shown());
    const levels = [...decided.nodes.keys()].map((known) => decided.levels(known));
    expect(Math.max(0, ...levels)).toBeLessThanOrEqual(MAX_FOLDER_DEPTH);
  }
  return decided;
}

describe('a tree of folders, whatever the commands', () => {
  it('answers and looks like nested shelves; no cycle, 50 levels with removed ones', () => {
    fc.assert(
      fc.property(script, (given) => void play(given)),
      { numRuns: 150 },
    );
  });

  it('loses what lies in a folder with the folder, and nothing else', () => {
    fc.assert(
      fc.property(script, fc.nat(200), (given, which) => {
        const decided = play(given);
        const ids = [...decided.nodes.keys()];
        const visible = ids.filter((id) => depthOf(decided.lookup, id) !== undefined);
        const gone = visible[which % Math.max(1, visible.length)];
        if (gone === undefined) return;
        const inside = visible.filter((id) => isInside(decided.lookup, id, gone));
        decided.run(gone, { name: 'remove-folder', body: { id: gone } });
        const left = ids.filter((id) => depthOf(decided.lookup, id) !== undefined);
        expect(left).toEqual(visible.filter((id) => !inside.includes(id)));
      }),
      { numRuns: 100 },
    );
  });

  it('is as if nothing had been removed once all is restored, in any order', () => {
    fc.assert(
      fc.property(
        script,
        fc.array(fc.nat(200), { maxLength: 12 }),
        fc.gen(),
        (given, which, gen) => {
          const decided = play(given);
          const before = decided.shown();
          const ids = [...decided.nodes.keys()];
          const removed = which
            .map((index) => ids[index % Math.max(1, ids.length)] ?? 'unknown')
            .filter(
              (id) => decided.run(id, { name: 'remove-folder', body: { id } }) === 'FolderRemoved',
            );
          const order = gen(fc.shuffledSubarray, removed, { minLength: removed.length });
          for (let left = order; left.length > 0;) {
            const refused = left.filter(
              (id) =>
                decided.run(id, { name: 'restore-folder', body: { id } }) !== 'FolderRestored',
            );
            expect(refused.length).toBeLessThan(left.length);
            left = refused;
          }
          expect(decided.shown()).toEqual(before);
        },
      ),
      { numRuns: 100 },
    );
  });
});
