import type { Crumb } from '@feusa/contracts/views';
import type { FolderRow } from '../read-model/rows.js';

interface Node {
  readonly name: string;
  readonly parentId: string | null;
  readonly isRemoved: boolean;
}

/** Which folders lie in which, in memory: a search must not ask for each thing that it finds. */
export class FolderTree {
  private readonly nodes = new Map<string, Node>();
  private shut: readonly string[] | undefined;

  put(rows: readonly FolderRow[]): void {
    for (const { id, name, parentId, removedAt } of rows)
      this.nodes.set(id, { name, parentId, isRemoved: removedAt !== null });
    this.shut = undefined;
  }

  clear(): void {
    this.nodes.clear();
    this.shut = undefined;
  }

  /** The folder and those that it lies in, from the top; undefined where one of them is gone. */
  path(id: string | null): Crumb[] | undefined {
    const path: Crumb[] = [];
    for (let at = id; at !== null;) {
      const node = this.nodes.get(at);
      if (!node || node.isRemoved) return undefined;
      path.unshift({ id: at, name: node.name });
      at = node.parentId;
    }
    return path;
  }

  /** The folders whose content nobody sees, as they or one above them are removed. */
  hidden(): readonly string[] {
    const gone = [...this.nodes].filter(([, { isRemoved }]) => isRemoved).map(([id]) => id);
    return (this.shut ??= gone.length === 0 ? [] : this.below(gone));
  }

  /** These folders and all below them. */
  below(roots: readonly string[]): readonly string[] {
    const children = new Map<string, string[]>();
    for (const [id, { parentId }] of this.nodes)
      if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), id]);
    const found = new Set(roots);
    for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
    return [...found];
  }
}
