import { refuse } from '@feusa/contracts/refusals';
import type { FolderAccess } from '@feusa/contracts/folders';

/** What cross-stream rules need to know of a folder. */
export interface FolderNode {
  readonly parentId: string | null;
  readonly removed: boolean;
  /** Removed for good, with all that lies in it. */
  readonly purged?: boolean;
  /** Null, or not there: as in the folder above. */
  readonly access?: FolderAccess | null;
}

/** Whatever lies in a folder under a name: a folder, a file or a link. */
export interface NamedNode extends FolderNode {
  readonly name: string;
}

/** Looks a folder up; `null` is the root and is never asked for. */
export type FolderLookup = (id: string) => FolderNode | undefined;

/**
 * Levels from the root down to a folder: 0 for the root, 1 for a top-level folder. Undefined where the
 * folder, or a folder that it lies in, does not exist or is removed: then nobody can see it.
 */
export function depthOf(lookup: FolderLookup, id: string | null): number | undefined {
  let depth = 0;
  for (let at = id; at !== null; depth++) {
    const node = lookup(at);
    if (!node || node.removed) return undefined;
    at = node.parentId;
  }
  return depth;
}

/** Whether `id` is `ancestor` or lies in it. */
export function isInside(lookup: FolderLookup, id: string | null, ancestor: string): boolean {
  for (let at = id; at !== null; at = lookup(at)?.parentId ?? null) {
    if (at === ancestor) return true;
  }
  return false;
}

/** @throws Refusal where it, or a folder that it lies in, was removed for good */
export function requireUnpurged(
  lookup: FolderLookup,
  parentId: string | null,
  purged: boolean | undefined,
): void {
  if (purged) refuse('trash/purged');
  for (let at = parentId; at !== null; at = lookup(at)?.parentId ?? null)
    if (lookup(at)?.purged) refuse('trash/purged');
}
