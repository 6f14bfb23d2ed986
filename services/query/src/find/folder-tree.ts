import type { Crumb } from '@feusa/contracts/views';
import type { AccessModel } from '../access/access-model.js';

type Folders = Pick<AccessModel, 'changes' | 'folders' | 'lookup'>;

/** Which folders lie in which, in memory: a search must not ask for each thing that it finds. */
export class FolderTree {
  private shut: { readonly ids: readonly string[]; readonly as: number } | undefined;

  constructor(private readonly all: Folders) {}

  /** The folder and those that it lies in, from the top; undefined where one of them is gone. */
  path(id: string | null): Crumb[] | undefined {
    const path: Crumb[] = [];
    for (let at = id; at !== null;) {
      const node = this.all.lookup(at);
      if (!node || node.removed) return undefined;
      path.unshift({ id: at, name: node.name });
      at = node.parentId;
    }
    return path;
  }

  /** The folders whose content nobody sees, as they or one above them are removed. */
  hidden(): readonly string[] {
    const { changes } = this.all;
    if (this.shut?.as !== changes) {
      const gone = [...this.all.folders()].flatMap(([id, { removed }]) => (removed ? [id] : []));
      this.shut = { ids: gone.length === 0 ? [] : this.below(gone), as: changes };
    }
    return this.shut.ids;
  }

  /** These folders and all below them. */
  below(roots: readonly string[]): readonly string[] {
    const children = new Map<string, string[]>();
    for (const [id, { parentId }] of this.all.folders())
      if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), id]);
    const found = new Set(roots);
    for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
    return [...found];
  }
}
