import type { FolderAccess } from '@feusa/contracts/folders';
import type { Role } from '@feusa/contracts/users';

/** What decides who may read and manage a folder. */
export interface AccessNode {
  readonly parentId: string | null;
  readonly access?: FolderAccess | null;
}

/** Looks a folder up, removed ones too; the root is never asked for. */
export type AccessLookup = (id: string) => AccessNode | undefined;

/** `groups`: those that somebody is in. */
export interface AccessSubject {
  readonly id: string;
  readonly role: Role;
  readonly groups: Pick<ReadonlySet<string>, 'has'>;
}

/** By which restriction somebody is let in; `group` is null where they are named in person. */
export interface AccessReason {
  readonly folder: string;
  readonly group: string | null;
}

export interface EffectiveAccess {
  readonly reads: boolean;
  readonly manages: boolean;
  /** From the top down; empty where nothing is restricted, and for administrators. */
  readonly by: readonly AccessReason[];
}

const NOTHING: EffectiveAccess = { reads: false, manages: false, by: [] };
const EVERYTHING: EffectiveAccess = { reads: true, manages: true, by: [] };

/**
 * What somebody may do in a folder, null for the root. Everybody reads the root; whoever is to read a folder
 * reads all that it lies in, and is named by each of these that names anybody. Who manages is said by the
 * nearest that does. A folder that nobody knows is nobody's but the administrators'.
 */
export function accessTo(
  folderId: string | null,
  tree: AccessLookup,
  person: AccessSubject,
): EffectiveAccess {
  if (person.role === 'admin') return EVERYTHING;
  const by: AccessReason[] = [];
  let manages: boolean | undefined;
  for (let at = folderId; at !== null;) {
    const node = tree(at);
    if (!node) return NOTHING;
    const { access } = node;
    if (access) {
      const reasons = reasonsOf([...access.manage, ...access.read], at, person);
      if (reasons.length === 0) return NOTHING;
      by.unshift(...reasons);
      manages ??= reasonsOf(access.manage, at, person).length > 0;
    }
    at = node.parentId;
  }
  return { reads: true, manages: manages ?? false, by };
}

function reasonsOf(
  ids: readonly string[],
  folder: string,
  { id, groups }: AccessSubject,
): AccessReason[] {
  return [...new Set(ids)].flatMap((each): AccessReason[] => {
    if (each === id) return [{ folder, group: null }];
    return groups.has(each) ? [{ folder, group: each }] : [];
  });
}
