import { useEffect, useEffectEvent, useRef, type TouchEvent } from 'react';
import { isTyping } from '../shortcuts.js';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const SWIPE = 60;

/** The arrows left and right lead on, unless somebody writes. */
export function useStepKeys(step: (by: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = steps[event.key];
    const isOurs = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (by === undefined || !isOurs || isTyping(event.target)) return;
    event.preventDefault();
    step(by);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', hear, true);
    return () => removeEventListener('keydown', hear, true);
  }, []);
}

/** So does a swipe of one finger. */
export function useSwipe(step: (by: number) => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      from.current =
        touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      const start = from.current;
      from.current = undefined;
      if (!touch || !start) return;
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
      const isZoomed = (visualViewport?.scale ?? 1) > 1;
      if (!isZoomed && Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x > 0 ? -1 : 1);
    },
  };
}
