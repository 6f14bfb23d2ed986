import { ChevronRight } from 'lucide-react';
import type { FolderPage } from '@feusa/contracts/views';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { get } from '../../../shared/api.js';
import { RetryBanner } from '../../../shared/ui/banner.js';
import { ErrorState } from '../../../shared/ui/states.js';
import styles from './dialogs.module.css';
import { FolderGlyph } from '../list/icons.js';
import { pageKey } from '../page/folder-page.js';
import { texts } from '../texts.js';

export interface Picked {
  readonly id: string | null;
  readonly name: string;
}

interface FolderPickerProps {
  /** Not offered, with all that is in them. */
  readonly hidden: ReadonlySet<string>;
  /** Where the things are already. */
  readonly disabled: ReadonlySet<string | null>;
  /** At the top there are no documents and links. */
  readonly foldersOnly: boolean;
  readonly picked: Picked | undefined;
  readonly onPick: (to: Picked) => void;
}

/** A tree to choose a folder from: arrows walk and open it, Enter or Space choose. */
export function FolderPicker(props: FolderPickerProps) {
  const { hidden, disabled, foldersOnly, picked, onPick } = props;
  const { nodes, setOpen, error, again } = useFolderTree(hidden);
  const tree = useRef<HTMLDivElement>(null);
  const focus = (index: number) =>
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus();
  const isOff = (id: string | null) => disabled.has(id) || (id === null && !foldersOnly);
  const pick = ({ id, name }: TreeNode) => !isOff(id) && onPick({ id, name });

  const onKeyDown = (event: KeyboardEvent, node: TreeNode, index: number) => {
    const keys: Record<string, (() => unknown) | undefined> = {
      ArrowDown: () => focus(index + 1),
      ArrowUp: () => focus(index - 1),
      Home: () => focus(0),
      End: () => focus(nodes.length - 1),
      ArrowRight: () => (node.isOpen ? focus(index + 1) : setOpen(node.id, true)),
      ArrowLeft: () =>
        node.isOpen && node.id !== null ? setOpen(node.id, false) : focus(node.parent),
      ' ': () => pick(node),
      Enter: () => pick(node),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  if (error !== undefined && nodes.length <= 1)
    return <ErrorState title={texts.foldersNotLoaded} error={error} onRetry={again} />;
  const tabStop = picked ? nodes.findIndex(({ id }) => id === picked.id) : 0;
  return (
    <>
      {error !== undefined && (
        <RetryBanner tone="danger" onRetry={again}>
          {texts.foldersNotLoaded}
        </RetryBanner>
      )}
      <div ref={tree} role="tree" aria-label={texts.moveTo} className={styles.tree}>
        {nodes.map((node, index) => (
          <div
            key={node.id ?? 'root'}
            role="treeitem"
            aria-level={node.level}
            aria-expanded={node.isLeaf ? undefined : node.isOpen}
            aria-selected={picked?.id === node.id}
            aria-disabled={isOff(node.id) || undefined}
            data-leaf={node.isLeaf || undefined}
            tabIndex={index === Math.max(tabStop, 0) ? 0 : -1}
            className={styles.node}
            style={{ paddingLeft: 4 + (node.level - 1) * 20 }}
            onKeyDown={(event) => onKeyDown(event, node, index)}
            onClick={() => {
              pick(node);
              setOpen(node.id, node.id === null || !node.isOpen);
            }}
          >
            <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
            <FolderGlyph />
            <span className={styles.nodeName}>
              {node.name}
              {disabled.has(node.id) && texts.itIsHereNow}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}

interface TreeNode {
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
function useFolderTree(hidden: ReadonlySet<string>) {
  const [children, setChildren] = useState<ReadonlyMap<string, readonly Known[]>>(new Map());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([ROOT]));
  const [fault, setFault] = useState<{ readonly id: string | null; readonly error: unknown }>();

  const read = async (id: string | null) => {
    if (children.has(keyOf(id))) return;
    try {
      const { folders } = await get<FolderPage>(pageKey(id));
      const sorted = folders.toSorted((a, b) => collator.compare(a.name, b.name));
      setChildren((now) => new Map(now).set(keyOf(id), sorted));
      setFault(undefined);
    } catch (error) {
      setFault({ id, error });
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
  visit(null, texts.files, 1, -1);

  const setOpen = (id: string | null, open: boolean) => {
    const next = new Set(opened);
    if (open) next.add(keyOf(id));
    else next.delete(keyOf(id));
    setOpened(next);
    if (open) void read(id);
  };
  return { nodes, setOpen, error: fault?.error, again: () => void (fault && read(fault.id)) };
}
