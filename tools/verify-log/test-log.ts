import { GENESIS, record } from '@feusa/event-log/store/chain';
import type { NewEvent, RecordedEvent } from '@feusa/event-log/store/port';
import { GrowingTree, leafHash, type TreeHead } from '@feusa/transparency/merkle';

const added = (n: number): NewEvent => ({
  ...{ id: `event-${n}`, stream: `folder-${n}`, version: 1, schemaVersion: 1 },
  ...{ at: '2026-11-21T00:00:00.000Z', actor: 'system' },
  ...{ commandId: `command-${n}`, correlationId: 'test' },
  ...{ type: 'FolderAdded', data: { name: `Łąka ${n} „ä“`, parentId: null } },
});

/** A log in which a folder is added by each event, named by these numbers. */
export const logOf = (numbers: readonly number[]) => record(GENESIS, numbers.map(added));

/** The lines of its export. */
export const linesOf = (recorded: readonly RecordedEvent[]): string[] =>
  recorded.map(({ bytes, hash }) => `${bytes.slice(0, -1)},"hash":"${hash}"}`);

/** The head of the Merkle tree over its events. */
export function headOf(recorded: readonly RecordedEvent[]): TreeHead {
  const tree = new GrowingTree();
  for (const { bytes } of recorded) tree.add(leafHash(bytes));
  return { size: recorded.length, root: tree.root() };
}
