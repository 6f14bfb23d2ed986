import { createStore, useStore } from '../store.js';
import { useSizeClass } from '../use-size.js';
import styles from './notice-place.module.css';

type At = 'heading' | 'bar';

const places = createStore<Partial<Record<At, HTMLElement>>>({});

const put = (at: At) => (element: HTMLElement | null) => {
  if (!element) return;
  places.set({ ...places.get(), [at]: element });
  return () => {
    const { [at]: current, ...others } = places.get();
    if (current === element) places.set(others);
  };
};
const refs = { heading: put('heading'), bar: put('bar') };

/** Room that is kept for error notices, so that one which comes moves nothing. */
export const NoticePlace = ({ at }: { readonly at: At }) => (
  <div ref={refs[at]} className={styles[at]} />
);

/** Beside the heading where a window is wide and there is one, else in the bar. */
export function useNoticePlace(): { readonly at: At; readonly element: HTMLElement | undefined } {
  const isWide = useSizeClass() === 2;
  const { heading, bar } = useStore(places);
  return isWide && heading ? { at: 'heading', element: heading } : { at: 'bar', element: bar };
}
