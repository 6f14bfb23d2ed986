import { useState, type KeyboardEvent } from 'react';
import type { Layout } from './layout.js';
import type { ChartNode } from './tree.js';

interface Tree {
  readonly layout: Layout;
  readonly open: ReadonlySet<string>;
  readonly onOpen: (id: string, isOpen: boolean) => void;
  /** Brings somebody into view and gives them the focus. */
  readonly onActive: (node: ChartNode) => void;
  readonly onPerson: (id: string) => void;
}

type Step = (node: ChartNode, tree: Tree, at: number) => ChartNode | undefined;

/** As in every tree of the platform. */
const steps: Readonly<Record<string, Step>> = {
  ArrowDown: (_node, { layout }, at) => layout.placed[at + 1]?.node,
  ArrowUp: (_node, { layout }, at) => layout.placed[at - 1]?.node,
  Home: (_node, { layout }) => layout.placed[0]?.node,
  End: (_node, { layout }) => layout.placed.at(-1)?.node,
  ArrowRight(node, { open, onOpen }) {
    if (node.children.length === 0) return undefined;
    if (open.has(node.person.id)) return node.children[0];
    onOpen(node.person.id, true);
    return undefined;
  },
  ArrowLeft(node, { open, onOpen }) {
    if (node.children.length === 0 || !open.has(node.person.id)) return node.parent;
    onOpen(node.person.id, false);
    return undefined;
  },
  Enter(node, { onPerson }) {
    onPerson(node.person.id);
    return undefined;
  },
};

/** Who has the focus in the tree, and how the keys move it. */
export function useTreeKeys(tree: Tree) {
  const [active, setActive] = useState('');
  const { layout, onActive } = tree;
  const current = layout.byId.has(active) ? active : (layout.placed[0]?.node.person.id ?? '');
  const go = (node: ChartNode) => {
    setActive(node.person.id);
    onActive(node);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = layout.placed.findIndex(({ node }) => node.person.id === current);
    const here = layout.placed[at];
    if (!here) return;
    event.preventDefault();
    const next = step(here.node, tree, at);
    if (next) go(next);
  };
  return { active: current, go, setActive, onKeyDown };
}
