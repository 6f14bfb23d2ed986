import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { fullName } from '../commands.js';
import { noteOf } from './chart-employee.js';
import styles from './chart.module.css';
import type { ChartNode, Forest } from './tree.js';

/** Everybody as an outline, for paper; there only while it is printed. */
export function PrintTree({ forest }: { readonly forest: Forest }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  if (!isPrinting) return null;
  return (
    <ul className={styles.outline} data-outline>
      {outlineOf(forest).map((node) => (
        <li key={node.person.id} style={{ paddingLeft: `${node.depth * 14}pt` }}>
          <strong>{fullName(node.person)}</strong> {noteOf(node) ?? node.person.role}
        </li>
      ))}
    </ul>
  );
}

function outlineOf({ tops }: Forest): readonly ChartNode[] {
  const order: ChartNode[] = [];
  const waiting = tops.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    order.push(node);
    waiting.push(...node.children.toReversed());
  }
  return order;
}
