import { useSyncExternalStore } from 'react';
import { useSizeClass } from '../use-size.js';
import styles from './notice-place.module.css';

type At = 'heading' | 'bar';

const places = new Map<At, HTMLElement>();
const observers = new Set<() => void>();

const put = (at: At) => (element: HTMLElement | null) => {
  if (!element) return;
  places.set(at, element);
  for (const run of observers) run();
  return () => {
    if (places.get(at) === element) places.delete(at);
    for (const run of observers) run();
  };
};
const refs = { heading: put('heading'), bar: put('bar') };

/** Room that is kept for error notices, so that one which comes moves nothing. */
export const NoticePlace = ({ at }: { readonly at: At }) => (
  <div ref={refs[at]} className={styles[at]} />
);

const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

/** Beside the heading where a window is wide and there is one, else in the bar. */
export function useNoticePlace(): { readonly at: At; readonly element: HTMLElement | undefined } {
  const isWide = useSizeClass() === 2;
  const heading = useSyncExternalStore(observe, () => places.get('heading'));
  const bar = useSyncExternalStore(observe, () => places.get('bar'));
  return isWide && heading ? { at: 'heading', element: heading } : { at: 'bar', element: bar };
}
