import { useMemo, useState } from 'react';
import { fold } from '../../../shared/fold.js';
import { fullName } from '../commands.js';
import type { ChartNode, Forest } from './tree.js';

export interface Found {
  readonly text: string;
  readonly ids: ReadonlySet<string>;
  readonly total: number;
  /** From 1; 0 where none has been gone to. */
  readonly at: number;
  search(text: string): void;
  /** Goes to the next one, or the one before. */
  step(by: 1 | -1): void;
}

const nothing: readonly ChartNode[] = [];

/** People of the chart by their name, role, place or department. */
export function useFound(forest: Forest, onFound: (node: ChartNode) => void): Found {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const words = fold(text).split(/\s+/).filter(Boolean).join(' ');
  const nodes = useMemo(() => {
    if (words === '') return nothing;
    const wanted = words.split(' ');
    return [...forest.byId.values()].filter((node) => {
      const said = saidOf(node);
      return wanted.every((word) => said.includes(word));
    });
  }, [forest, words]);
  const ids = useMemo(() => new Set(nodes.map(({ person }) => person.id)), [nodes]);
  return {
    ...{ text, ids, total: nodes.length, at: Math.min(at, nodes.length) },
    search(next) {
      setText(next);
      setAt(0);
    },
    step(by) {
      if (nodes.length === 0) return;
      const next =
        at === 0 && by === -1 ? nodes.length : ((at - 1 + by + nodes.length) % nodes.length) + 1;
      setAt(next);
      const node = nodes[next - 1];
      if (node) onFound(node);
    },
  };
}

const saidOf = ({ person }: ChartNode): string =>
  fold([fullName(person), person.role, person.location, person.department].join(' '));
