import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useShortcutHelp } from '../../../shared/shortcuts.js';
import { Button } from '../../../shared/ui/button.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { scaled, useSizeClass } from '../../../shared/use-size.js';
import styles from '../audit.module.css';
import { EventRow } from './event-row.js';
import type { Log } from './use-log.js';
import type { Known } from '../use-names.js';
import { useScaledRows } from './use-scaled-rows.js';
import { texts } from '../texts.js';

interface EventListProps {
  readonly log: Log;
  readonly known: Known;
  readonly onOpen: (position: string) => void;
}

const ROW = 41;
const ROW_ON_PHONES = 74;
const PAGE = 12;

/** Where a key leads from a row; undefined for other keys. */
const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index) => index + 1,
  j: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  k: (index) => index - 1,
  PageDown: (index) => index + PAGE,
  PageUp: (index) => index - PAGE,
  Home: () => 0,
  End: (_index, last) => last,
};

export function EventList(props: EventListProps) {
  return props.log.count === undefined ? <Bones /> : <Rows {...props} count={props.log.count} />;
}

function Rows({ log, known, onOpen, count }: EventListProps & { readonly count: number }) {
  const { rows, fresh } = log;
  const isPhone = useSizeClass() === 0;
  const height = scaled(isPhone ? ROW_ON_PHONES : ROW);
  const virtual = useScaledRows(count, height, (first, last) => rows.want(first, last));
  const { scroller } = virtual;
  const [current, setCurrent] = useState<string>();
  const waiting = useRef<number>(undefined);
  const held = current === undefined ? -1 : log.indexOf(current);
  // The Tab key leads to a row that is there, also where the pointer has scrolled the last one away.
  const stop = virtual.items.some(({ index }) => index === held) ? held : virtual.first;
  useShortcutHelp([{ keys: 'J K', does: texts.keysStep }]);

  useEffect(() => {
    const list = scroller.current;
    const isInTheWay = list?.matches(':hover, :focus-within') || (list?.scrollTop ?? 0) > 4;
    if (fresh > 0 && !isInTheWay) rows.take();
  }, [fresh, rows]);

  const focus = (index: number) => {
    waiting.current = index;
    virtual.reveal(index);
    scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    event.preventDefault();
    focus(Math.min(count - 1, Math.max(0, step(stop, count - 1))));
  };
  const take = () => {
    rows.take();
    scroller.current?.scrollTo({ top: 0 });
  };

  return (
    <div className={styles.holder} hidden={count === 0}>
      {fresh > 0 && (
        <Button small tone="primary" className={styles.fresh ?? ''} onClick={take}>
          {texts.newEvent(fresh)}
        </Button>
      )}
      <div ref={scroller} className={styles.scroller}>
        <div
          role="list"
          aria-label={texts.eventsNewestFirst}
          aria-busy={log.isReading}
          className={styles.list}
          style={{ height: virtual.height }}
          onKeyDown={onKeyDown}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget) waiting.current = undefined;
          }}
        >
          {virtual.items.map((item) => {
            const event = log.at(item.index);
            return (
              <div
                key={log.positionAt(item.index) ?? `row ${item.index}`}
                role="listitem"
                aria-setsize={count}
                aria-posinset={item.index + 1}
                className={styles.line}
                style={{ height, transform: `translateY(${virtual.topOf(item)}px)` }}
              >
                <EventRow
                  event={event}
                  index={item.index}
                  known={known}
                  isPhone={isPhone}
                  isStop={item.index === stop}
                  onFocus={() => setCurrent(log.positionAt(item.index))}
                  onOpen={onOpen}
                  ref={(element) => {
                    if (!element || waiting.current !== item.index) return;
                    // A row that is read on becomes another element when it is here.
                    if (event) waiting.current = undefined;
                    element.focus({ preventScroll: true });
                  }}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const Bones = () => (
  <div className={styles.bones}>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} style={{ height: 40, margin: '6px 10px' }} />
    ))}
  </div>
);
