import type { FolderPage } from '@feusa/contracts/views';
import { useEffect, useState } from 'react';
import { get } from '../../../shared/api.js';
import { pageKey } from '../page/folder-page.js';

export interface TreeNode {
  readonly id: string | null;
  readonly name: string;
  readonly level: number;
  readonly parent: number;
  readonly isOpen: boolean;
  /** undefined until its content is known. */
  readonly isLeaf: boolean | undefined;
}

interface Known {
  readonly id: string;
  readonly name: string;
}

const ROOT = 'root';
const keyOf = (id: string | null) => id ?? ROOT;
const collator = new Intl.Collator(['en', 'de'], { numeric: true, sensitivity: 'base' });

/** The folders for a picker; children are read when a folder is opened. */
export function useFolderTree(hidden: ReadonlySet<string>) {
  const [children, setChildren] = useState<ReadonlyMap<string, readonly Known[]>>(new Map());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([ROOT]));
  const [error, setError] = useState<unknown>();

  const read = async (id: string | null) => {
    if (children.has(keyOf(id))) return;
    try {
      const { folders } = await get<FolderPage>(pageKey(id));
      const sorted = folders.toSorted((a, b) => collator.compare(a.name, b.name));
      setChildren((now) => new Map(now).set(keyOf(id), sorted));
      setError(undefined);
    } catch (problem) {
      setError(problem);
    }
  };
  useEffect(() => void read(null), []);

  const nodes: TreeNode[] = [];
  const visit = (id: string | null, name: string, level: number, parent: number) => {
    const inner = children.get(keyOf(id))?.filter((child) => !hidden.has(child.id));
    const isOpen = opened.has(keyOf(id));
    const at =
      nodes.push({ id, name, level, parent, isOpen, isLeaf: inner && inner.length === 0 }) - 1;
    if (isOpen) for (const child of inner ?? []) visit(child.id, child.name, level + 1, at);
  };
  visit(null, 'Files', 1, -1);

  const setOpen = (id: string | null, open: boolean) => {
    const next = new Set(opened);
    if (open) next.add(keyOf(id));
    else next.delete(keyOf(id));
    setOpened(next);
    if (open) void read(id);
  };
  return { nodes, setOpen, error };
}
