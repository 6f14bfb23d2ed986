import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
} from 'react';

const STILL_LOOKING_MS = 1500;

/** Whether somebody points at, has focused or has just scrolled the list, and what is in view. */
export function useAttention() {
  const state = useRef({ pointer: false, focus: false, moved: 0, last: -1 });
  const [first, setFirst] = useState(0);
  const attention = useCallback(() => {
    const { pointer, focus, moved, last } = state.current;
    const isScrolling = moved > 0 && performance.now() - moved < STILL_LOOKING_MS;
    return { busy: pointer || focus || isScrolling, lastVisible: last };
  }, []);
  useEffect(() => {
    const onScroll = () => (state.current.moved = performance.now());
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => removeEventListener('scroll', onScroll, true);
  }, []);
  const onView = useCallback((from: number, to: number) => {
    state.current.last = to;
    setFirst(from);
  }, []);
  const listProps = {
    onPointerEnter: (event: PointerEvent) => {
      state.current.pointer = event.pointerType === 'mouse';
    },
    onPointerLeave: () => {
      state.current.pointer = false;
    },
    onFocus: () => {
      state.current.focus = true;
    },
    onBlur: (event: FocusEvent) => {
      state.current.focus = event.currentTarget.contains(event.relatedTarget);
    },
  };
  return { attention, onView, listProps, first };
}
