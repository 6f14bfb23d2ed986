import type { RefObject } from 'react';
import type { GridHandle, Place } from './people-grid.js';

const hands = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const SETTLED_MS = 700;

/** Goes to a place and stays there while what stands above is still being drawn and measured. */
export function stayAt(place: Place, grid: RefObject<GridHandle | null>): () => void {
  const end = performance.now() + SETTLED_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const hand of hands) removeEventListener(hand, stop, true);
  };
  const go = () => {
    grid.current?.go(place);
    if (performance.now() < end) frame = requestAnimationFrame(go);
    else stop();
  };
  for (const hand of hands) addEventListener(hand, stop, { capture: true, passive: true });
  go();
  return stop;
}
