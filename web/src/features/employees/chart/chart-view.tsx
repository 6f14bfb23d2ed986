import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { flushSync } from 'react-dom';
import { texts } from '../texts.js';
import { ChartEmployee, domId } from './chart-employee.js';
import { ChartTools } from './chart-tools.js';
import styles from './chart.module.css';
import { inside, layoutOf, lineTo, NODE, type Layout } from './layout.js';
import { firstOpen, pathTo, type ChartNode, type Forest } from './tree.js';
import { useFound } from './use-found.js';
import { useTreeKeys } from './use-tree-keys.js';
import { useZoom } from './use-zoom.js';

const MARGIN = 24;
/** From this size on names can be read, and a thumb meets one person alone. */
const LEGIBLE = 0.8;
/** What is drawn around the part on view, in pixels. */
const AROUND = 300;

/** The chart in its frame. */
export function ChartView({ forest }: { readonly forest: Forest }) {
  const frame = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const [open, setOpen] = useState(() => firstOpen(forest));
  const layout = useMemo(() => layoutOf(forest, open), [forest, open]);
  const { scale, view, zoomTo, zoomIn, zoomOut, drag } = useZoom(frame);
  const onOpen = (id: string, isOpen: boolean) => setOpen((before) => toggled(before, id, isOpen));
  const onPerson = (id: string) => navigate(`/dashboard/employees?person=${id}`);
  const show = (node: ChartNode) => {
    const above = pathTo(node).map(({ person }) => person.id);
    // The focus needs them to be there.
    flushSync(() => setOpen((before) => new Set([...before, ...above])));
  };
  const keys = useTreeKeys({ layout, open, onOpen, onPerson, onActive: (node) => reach(node) });
  const reach = (node: ChartNode) => {
    show(node);
    flushSync(() => keys.setActive(node.person.id));
    const element = document.getElementById(domId(node.person.id));
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const found = useFound(forest, reach);
  const fit = () => {
    const { current: box } = frame;
    if (!box) return;
    const room = { x: box.clientWidth - 2 * MARGIN, y: box.clientHeight - 2 * MARGIN };
    zoomTo(Math.min(1, room.x / layout.width, room.y / layout.height), { x: 0, y: 0 });
    requestAnimationFrame(() => box.scrollTo(0, 0));
  };
  useEffect(() => {
    const { current: box } = frame;
    const top = layout.placed[0];
    if (!box || !top) return;
    const wide = (box.clientWidth - 2 * MARGIN) / layout.width;
    const by = Math.min(1, Math.max(LEGIBLE, wide));
    if (by < 1) zoomTo(by, { x: 0, y: 0 });
    const middle = MARGIN + (top.y + NODE.height / 2) * by;
    requestAnimationFrame(() => box.scrollTo(0, middle - box.clientHeight / 2));
    // As it is at first; what is opened or turned later moves nothing.
  }, []);
  const shown = inside(layout, {
    ...{ left: view.left - AROUND, top: view.top - AROUND },
    ...{ right: view.left + view.width + AROUND, bottom: view.top + view.height + AROUND },
  });
  const kept = layout.byId.get(keys.active);
  const drawn = kept && !shown.includes(kept) ? [...shown, kept] : shown;

  return (
    <>
      <ChartTools {...{ found, scale, zoomIn, zoomOut, fit }} />
      <div ref={frame} className={styles.frame} {...drag} data-chart>
        <div
          className={styles.sized}
          style={{
            width: layout.width * scale + 2 * MARGIN,
            height: layout.height * scale + 2 * MARGIN,
          }}
        >
          <div
            role="tree"
            aria-label={texts.chart.title}
            className={styles.tree}
            style={{
              width: layout.width,
              height: layout.height,
              transform: `translate(${MARGIN}px, ${MARGIN}px) scale(${scale})`,
            }}
            onKeyDown={keys.onKeyDown}
          >
            <Lines layout={layout} view={view} />
            {drawn.map((placed) => (
              <ChartEmployee
                key={placed.node.person.id}
                placed={placed}
                forest={forest}
                isOpen={open.has(placed.node.person.id)}
                isActive={placed.node.person.id === keys.active}
                isFound={found.ids.has(placed.node.person.id)}
                onFocus={() => keys.setActive(placed.node.person.id)}
                onToggle={() => onOpen(placed.node.person.id, !open.has(placed.node.person.id))}
                onPerson={() => onPerson(placed.node.person.id)}
              />
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

function toggled(before: ReadonlySet<string>, id: string, isOpen: boolean): ReadonlySet<string> {
  const after = new Set(before);
  if (isOpen) after.add(id);
  else after.delete(id);
  return after;
}

interface LinesProps {
  readonly layout: Layout;
  readonly view: { readonly top: number; readonly height: number };
}

/** From managers to their reports, where either is near the part on view. */
function Lines({ layout, view }: LinesProps) {
  const [top, bottom] = [view.top - AROUND, view.top + view.height + AROUND];
  const lines = layout.placed.flatMap((to) => {
    const from = to.node.parent && layout.byId.get(to.node.parent.person.id);
    if (!from || Math.max(from.y, to.y) < top || Math.min(from.y, to.y) > bottom) return [];
    return lineTo(from, to);
  });
  return (
    <svg
      className={styles.lines}
      width={layout.width}
      height={layout.height + NODE.height}
      aria-hidden
    >
      <path d={lines.join('')} />
    </svg>
  );
}
