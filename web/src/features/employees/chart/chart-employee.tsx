import type { OrgEmployee } from '@feusa/contracts/org-chart';
import { ChevronRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { formatNumber } from '../../../shared/format.js';
import { PersonMark } from '../../../shared/ui/person-mark.js';
import { fullName } from '../commands.js';
import { texts } from '../texts.js';
import styles from './chart.module.css';
import { NODE, type PositionedEmployee } from './layout.js';
import { siblingsOf, type ChartNode, type Forest } from './tree.js';

interface PersonProps {
  readonly placed: PositionedEmployee;
  readonly forest: Forest;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly isFound: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onPerson: () => void;
}

/** Somebody of the chart. The row has the focus; its two buttons are for the pointer. */
export function ChartEmployee(props: PersonProps) {
  const { placed, forest, isOpen, isActive, isFound } = props;
  const { node, x, y } = placed;
  const { person, children, depth } = node;
  const siblings = siblingsOf(node, forest);
  return (
    <div
      id={domId(person.id)}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={siblings.length}
      aria-posinset={siblings.indexOf(node) + 1}
      aria-selected={isActive}
      aria-expanded={children.length > 0 ? isOpen : undefined}
      aria-label={labelOf(node)}
      tabIndex={isActive ? 0 : -1}
      className={styles.person}
      data-flaw={node.flaw}
      data-found={isFound || undefined}
      style={{ left: x, top: y, width: NODE.width, height: NODE.height }}
      onFocus={props.onFocus}
      onMouseDown={focusRow}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        className={styles.who}
        onClick={props.onPerson}
      >
        <PersonMark person={markOf(person)} />
        <span className={styles.name}>{fullName(person)}</span>{' '}
        <span className={styles.role}>{noteOf(node) ?? person.role}</span>
      </button>{' '}
      {children.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={styles.toggle}
          data-open={isOpen || undefined}
          onClick={props.onToggle}
        >
          <span>{formatNumber(children.length)}</span>
          <ChevronRight size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

const markOf = (person: OrgEmployee) => ({
  email: '',
  name: fullName(person),
  ...(person.file !== undefined && { file: person.file }),
});

/** The focus is on the row, never on what is in it for the pointer alone. */
function focusRow(event: MouseEvent<HTMLElement>) {
  event.preventDefault();
  event.currentTarget.focus({ preventScroll: true });
}

export const domId = (id: string): string => `org-${id}`;

/** What is wrong with the manager. */
export function noteOf({ flaw, person }: ChartNode): string | undefined {
  if (flaw === 'loop') return texts.chart.inLoop(person.manager);
  return flaw === 'unresolved' ? texts.chart.managerUnknown(person.manager) : undefined;
}

/** It begins with what can be read, in the same order. */
const labelOf = (node: ChartNode): string =>
  [
    fullName(node.person),
    noteOf(node) ?? node.person.role,
    ...(node.children.length > 0 ? [texts.chart.reports(node.children.length)] : []),
    ...(node.flaw ? [node.person.role] : []),
  ].join(', ');
