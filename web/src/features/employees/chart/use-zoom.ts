import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

const [LEAST, MOST, STEP] = [0.25, 2, 1.25];
const bounded = (scale: number) => Math.min(MOST, Math.max(LEAST, scale));

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The part of the content that is on view, in its own pixels. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const NOWHERE: View = { left: 0, top: 0, width: 0, height: 0 };

/** A frame that is moved by its scrollbars, fingers or the mouse, and made larger or smaller. */
export function useZoom(frame: RefObject<HTMLDivElement | null>) {
  const [scale, setScale] = useState(1);
  const [view, setView] = useState(NOWHERE);
  const now = useRef(scale);
  now.current = scale;

  const look = () => {
    const { current: box } = frame;
    if (!box) return;
    const by = now.current;
    const next = {
      ...{ left: box.scrollLeft / by, top: box.scrollTop / by },
      ...{ width: box.clientWidth / by, height: box.clientHeight / by },
    };
    setView((before) => (isSame(before, next) ? before : next));
  };
  /** What is under a point of the frame stays there. */
  const zoomTo = (wanted: number, at?: Point) => {
    const { current: box } = frame;
    if (!box) return;
    const [before, after] = [now.current, bounded(wanted)];
    const { x, y } = at ?? { x: box.clientWidth / 2, y: box.clientHeight / 2 };
    const [left, top] = [(box.scrollLeft + x) / before, (box.scrollTop + y) / before];
    now.current = after;
    setScale(after);
    requestAnimationFrame(() => {
      box.scrollTo(left * after - x, top * after - y);
      look();
    });
  };

  useEffect(() => {
    const { current: box } = frame;
    if (!box) return undefined;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomTo(now.current * Math.exp(-event.deltaY / 300), pointIn(box, event));
    };
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener('wheel', wheel, { passive: false });
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('wheel', wheel);
      box.removeEventListener('scroll', look);
    };
  }, [frame]);

  return {
    ...{ scale, view, zoomTo },
    zoomIn: () => zoomTo(now.current * STEP),
    zoomOut: () => zoomTo(now.current / STEP),
    drag: useDrag(frame, (by, at) => zoomTo(now.current * by, at)),
  };
}

const isSame = (one: View, other: View) =>
  one.left === other.left &&
  one.top === other.top &&
  one.width === other.width &&
  one.height === other.height;

const pointIn = (box: Element, { clientX, clientY }: { clientX: number; clientY: number }) => {
  const { left, top } = box.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

/** The mouse pulls the ground along; two fingers that move apart make it larger. */
function useDrag(frame: RefObject<HTMLDivElement | null>, pinch: (by: number, at: Point) => void) {
  const down = useRef(new Map<number, Point>());
  const apart = () => {
    const [one, other] = [...down.current.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const end = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId);
  return {
    onPointerDown(event: PointerEvent) {
      const { clientX: x, clientY: y, target } = event;
      const isGround = !(target as Element).closest('button, a');
      if (event.pointerType === 'mouse' && (!isGround || event.button !== 0)) return;
      down.current.set(event.pointerId, { x, y });
    },
    onPointerMove(event: PointerEvent) {
      const before = down.current.get(event.pointerId);
      const { current: box } = frame;
      if (!before || !box) return;
      const distance = apart();
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (distance > 0) pinch(apart() / distance, pointIn(box, event));
      else if (event.pointerType === 'mouse')
        box.scrollBy(before.x - event.clientX, before.y - event.clientY);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
  };
}
