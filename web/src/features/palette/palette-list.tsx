import { useEffect, useRef } from 'react';
import { Excerpt, Missing } from '../../shared/find/found.js';
import type { Group, Item } from './items.js';
import styles from './palette.module.css';
import { texts } from './texts.js';

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly Group[];
  /** The line that Enter takes. */
  readonly index: number;
  readonly onMark: (index: number) => void;
  readonly onRun: (item: Item) => void;
}

export function PaletteList({ id, groups, index, onMark, onRun }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({ block: index === 0 ? 'end' : 'nearest' });
  }, [index, groups]);

  let next = 0;
  return (
    <div ref={list} id={id} role="listbox" aria-label={texts.found} className={styles.list}>
      {groups.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden className={styles.title}>
            {title}
          </p>
          {items.map((item) => {
            const at = next++;
            const { icon: Icon } = item;
            return (
              <div
                key={item.id}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === index}
                className={styles.item}
                onPointerMove={() => at !== index && onMark(at)}
                onClick={() => onRun(item)}
              >
                <Icon size={17} strokeWidth={1.5} aria-hidden />
                <span className={styles.name}>{item.name}</span>
                {item.missing && <Missing words={item.missing} />}
                {item.place && <span className={styles.place}>{item.place}</span>}
                {item.excerpt !== undefined && (
                  <span className={styles.excerpt}>
                    <Excerpt excerpt={item.excerpt} />
                  </span>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
