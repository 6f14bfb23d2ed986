import { ChevronRight } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { ErrorState } from '../../../shared/ui/states.js';
import styles from './dialogs.module.css';
import { useFolderTree, type TreeNode } from './folder-tree.js';
import { FolderGlyph } from '../list/icons.js';

export interface Picked {
  readonly id: string | null;
  readonly name: string;
}

interface FolderPickerProps {
  /** Not offered, with all that is in them. */
  readonly hidden: ReadonlySet<string>;
  /** Where the folders are already. */
  readonly disabled: ReadonlySet<string | null>;
  readonly picked: Picked | undefined;
  readonly onPick: (to: Picked) => void;
}

/** A tree to choose a folder from: arrows walk and open it, Enter or Space choose. */
export function FolderPicker({ hidden, disabled, picked, onPick }: FolderPickerProps) {
  const { nodes, setOpen, error } = useFolderTree(hidden);
  const tree = useRef<HTMLDivElement>(null);
  const focus = (index: number) =>
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus();
  const pick = ({ id, name }: TreeNode) => !disabled.has(id) && onPick({ id, name });

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
    return <ErrorState title="The folders could not be loaded" error={error} />;
  const tabStop = picked ? nodes.findIndex(({ id }) => id === picked.id) : 0;
  return (
    <div ref={tree} role="tree" aria-label="Move to" className={styles.tree}>
      {nodes.map((node, index) => (
        <div
          key={node.id ?? 'root'}
          role="treeitem"
          aria-level={node.level}
          aria-expanded={node.isLeaf ? undefined : node.isOpen}
          aria-selected={picked?.id === node.id}
          aria-disabled={disabled.has(node.id) || undefined}
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
            {disabled.has(node.id) && ' (it is here now)'}
          </span>
        </div>
      ))}
    </div>
  );
}
