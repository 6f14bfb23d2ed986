import type { FolderAccess } from '@feusa/contracts/folders';
import type { Role } from '@feusa/contracts/users';
import { accessTo, type AccessNode, type AccessSubject } from '@feusa/domain/access';
import type { ReadDatabase } from '../read-model/database.js';
import type { FolderRow, GroupRow, Row } from '../read-model/rows.js';

export interface FolderNode extends AccessNode {
  readonly name: string;
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

/** Folders read at once: about a megabyte. */
const PAGE = 10_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

const everything: Sight = {
  isWhole: true,
  reads: () => true,
  manages: () => true,
  hiddenIn: () => [],
  hidden: () => [],
  unread: () => [],
};

/**
 * The folder tree with its restrictions, and the groups, in memory: every answer is held against them. Where nothing is
 * restricted nobody asks for the tree until something needs it, so a start does not read it.
 */
export class AccessModel {
  /** How often a folder has changed. */
  changes = 0;
  /** Otherwise no folder is in memory, and none is restricted. */
  private isKnown = true;
  private wanted: Promise<void> | undefined;
  /** What has changed while all folders are read for the first time. */
  private taken: FolderRow[] = [];
  private nodes = new Map<string, FolderNode>();
  /** What something lies in, by itself: one text for all that lie there. */
  private parents = new Map<string, string>();
  private restricted = new Set<string>();
  private members = new Map<string, ReadonlySet<string>>();

  /** Reads all anew; until that is done, what was known before holds. */
  async load(database: ReadDatabase): Promise<void> {
    const fresh = new AccessModel();
    const isUsed = this.nodes.size > 0 || this.wanted !== undefined;
    const isNeeded = isUsed || (await database.isRestricted());
    if (isNeeded) await fresh.readFolders(database);
    (await database.where('groups', 'true')).forEach((row) => fresh.putGroup(row));
    this.members = fresh.members;
    // Somebody may have begun to read them meanwhile, who has what was taken in since.
    if (isNeeded || this.wanted === undefined) this.adopt(fresh, isNeeded);
  }

  /** Has all folders in memory from then on. */
  whole(database: ReadDatabase): Promise<void> {
    if (this.isKnown) return Promise.resolve();
    return (this.wanted ??= this.readOpen(database).catch((fault: unknown) => {
      this.wanted = undefined;
      throw fault;
    }));
  }

  /** Takes a row in that was projected; one with a restriction only where all folders are in memory. */
  take(stream: string, row: Row): void {
    if (stream.startsWith('folder-')) this.put(row as FolderRow);
    else if (stream.startsWith('group-')) this.putGroup(row as GroupRow);
  }

  /** Nothing is restricted by what was taken in so far, whatever rows say that are ahead of it. */
  private async readOpen(database: ReadDatabase): Promise<void> {
    this.taken = [];
    const fresh = new AccessModel();
    await fresh.readFolders(database, () => null);
    if (this.isKnown) return;
    for (const row of this.taken) fresh.put(row);
    this.adopt(fresh, true);
  }

  private async readFolders(
    database: ReadDatabase,
    accessOf: (access: FolderAccess | null) => FolderAccess | null = (access) => access,
  ): Promise<void> {
    for (let after = FIRST; ;) {
      const nodes = await readNodes(database, after);
      for (const [id, parentId, access, removed, name] of nodes)
        this.set(id, { name, parentId, access: accessOf(access), removed });
      if (nodes.length < PAGE) return;
      after = nodes.at(-1)![0];
    }
  }

  private adopt({ nodes, parents, restricted }: AccessModel, isKnown: boolean): void {
    this.nodes = nodes;
    this.parents = parents;
    this.restricted = restricted;
    this.isKnown = isKnown;
    this.taken = [];
    this.changes += 1;
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

  /** Who is named where a folder is restricted nearest: of all but administrators no other may read it. Else undefined. */
  namedFor(folder: string): readonly string[] | undefined {
    if (this.isOpen) return undefined;
    for (let at: string | null = folder; at !== null;) {
      const node = this.nodes.get(at);
      if (!node) return [];
      const { access, parentId } = node;
      if (access)
        return [...access.manage, ...access.read].flatMap((id) => [
          id,
          ...(this.members.get(id) ?? []),
        ]);
      at = parentId;
    }
    return undefined;
  }

  person(id: string, role: Role): AccessSubject {
    const has = (group: string) => this.members.get(group)?.has(id) === true;
    return { id, role, groups: { has } };
  }

  /** The groups that somebody is in. */
  groupsOf(id: string): string[] {
    return [...this.members].flatMap(([group, members]) => (members.has(id) ? [group] : []));
  }

  readonly lookup = (id: string): FolderNode | undefined => this.nodes.get(id);

  folders(): Iterable<readonly [id: string, node: FolderNode]> {
    return this.nodes;
  }

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

  private put(row: FolderRow): void {
    const { id, name, parentId, access, removedAt } = row;
    if (this.isKnown) this.set(id, { name, parentId, access, removed: removedAt !== null });
    else if (this.wanted) this.taken.push(row);
  }

  private set(id: string, { name, parentId, access, removed }: FolderNode): void {
    this.changes += 1;
    this.nodes.set(id, { name, parentId: parentId && this.shared(parentId), access, removed });
    if (access) this.restricted.add(id);
    else this.restricted.delete(id);
  }

  private shared(parentId: string): string {
    const known = this.parents.get(parentId);
    if (known === undefined) this.parents.set(parentId, parentId);
    return known ?? parentId;
  }

  private putGroup({ id, members, removedAt }: GroupRow): void {
    this.members.set(id, new Set(removedAt === null ? members : []));
  }
}

type StoredNode = readonly [
  id: string,
  parentId: string | null,
  access: FolderAccess | null,
  removed: boolean,
  name: string,
];

/** What is wanted of a page of folders, as one text: a start reads them all. */
async function readNodes(database: ReadDatabase, after: string): Promise<readonly StoredNode[]> {
  const text = `select json_agg(json_build_array(id, parent_id, access, removed_at is not null, name) order by id)::text
      as nodes
    from (select id, parent_id, access, removed_at, name from "${database.schema}".folders
      where id > $1 order by id limit ${PAGE}) page`;
  const [page] = await database.source.query<{ readonly nodes: string | null }[]>(text, [after]);
  return JSON.parse(page?.nodes ?? '[]') as readonly StoredNode[];
}
