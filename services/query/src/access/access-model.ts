import type { FolderAccess } from '@feusa/contracts/folders';
import type { Role } from '@feusa/contracts/users';
import { accessTo, type AccessNode, type AccessPerson } from '@feusa/domain/access';
import type { ReadDatabase } from '../read-model/database.js';
import type { FolderRow, GroupRow, Row } from '../read-model/rows.js';

interface Node extends AccessNode {
  readonly access: FolderAccess | null;
  readonly removed: boolean;
}

/** Who asks. */
export interface Reader {
  readonly id: string;
  readonly role: Role;
}

/** What one person sees of the folders. */
export interface Sight {
  /** Whether nothing at all is kept from them: then what is made for everybody is for them. */
  readonly isWhole: boolean;
  reads(folder: string | null): boolean;
  manages(folder: string | null): boolean;
  /** Folders directly in this one that they may not read; none of what is removed. In order. */
  hiddenIn(parent: string | null): readonly string[];
  /** All folders with a restriction that keeps them out, however deep. In order. */
  hidden(): readonly string[];
  /** Every folder that they may not read, removed ones too. */
  unread(): readonly string[];
}

const PAGE = 1000;
const FIRST = '00000000-0000-0000-0000-000000000000';

const everything: Sight = {
  isWhole: true,
  reads: () => true,
  manages: () => true,
  hiddenIn: () => [],
  hidden: () => [],
  unread: () => [],
};

/** The folder tree with its restrictions, and the groups, in memory: every answer is held against them. */
export class AccessModel {
  private readonly nodes = new Map<string, Node>();
  private readonly restricted = new Set<string>();
  private readonly members = new Map<string, ReadonlySet<string>>();

  async load(database: ReadDatabase): Promise<void> {
    this.nodes.clear();
    this.restricted.clear();
    this.members.clear();
    for (let after = FIRST; ;) {
      const rows = await database.where('folders', `id > $1 order by id limit ${PAGE}`, [after]);
      rows.forEach((row) => this.put(row));
      if (rows.length < PAGE) break;
      after = rows.at(-1)!.id;
    }
    (await database.where('groups', 'true')).forEach((row) => this.putGroup(row));
  }

  /** Takes a row in that was projected. */
  take(stream: string, row: Row): void {
    if (stream.startsWith('folder-')) this.put(row as FolderRow);
    else if (stream.startsWith('group-')) this.putGroup(row as GroupRow);
  }

  restrictedIds(): readonly string[] {
    return [...this.restricted];
  }

  get isOpen(): boolean {
    return this.restricted.size === 0;
  }

  sightOf({ id, role }: Reader): Sight {
    if (role === 'admin') return everything;
    const who = this.person(id, role);
    // Managing needs a restriction, too.
    if (this.isOpen) return { ...everything, manages: () => false };
    const inOrder = (ids: Iterable<string>) => [...ids].filter((each) => !reads(each)).sort();
    const reads = (folder: string | null) => accessTo(folder, this.lookup, who).reads;
    return {
      isWhole: false,
      reads,
      manages: (folder) => accessTo(folder, this.lookup, who).manages,
      hiddenIn: (parent) =>
        inOrder([...this.restricted].filter((each) => this.liesIn(each, parent))),
      hidden: () => inOrder(this.restricted),
      unread: () => this.below(inOrder(this.restricted)),
    };
  }

  person(id: string, role: Role): AccessPerson {
    const has = (group: string) => this.members.get(group)?.has(id) === true;
    return { id, role, groups: { has } };
  }

  readonly lookup = (id: string): Node | undefined => this.nodes.get(id);

  /** These folders and all that lies in them. */
  private below(roots: readonly string[]): string[] {
    const isBelow = new Map<string | null, boolean>(roots.map((id) => [id, true]));
    isBelow.set(null, false);
    const found: string[] = [];
    for (const id of this.nodes.keys()) {
      const path: string[] = [];
      let at: string | null = id;
      while (at !== null && !isBelow.has(at)) {
        path.push(at);
        at = this.nodes.get(at)?.parentId ?? null;
      }
      const is = isBelow.get(at) === true;
      for (const each of path) isBelow.set(each, is);
      if (isBelow.get(id)) found.push(id);
    }
    return found;
  }

  private liesIn(id: string, parent: string | null): boolean {
    const node = this.nodes.get(id);
    return node !== undefined && !node.removed && node.parentId === parent;
  }

  private put({ id, parentId, access, removedAt }: FolderRow): void {
    this.nodes.set(id, { parentId, access, removed: removedAt !== null });
    if (access) this.restricted.add(id);
    else this.restricted.delete(id);
  }

  private putGroup({ id, members, removedAt }: GroupRow): void {
    this.members.set(id, new Set(removedAt === null ? members : []));
  }
}
