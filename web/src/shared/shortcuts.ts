import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';

interface Shortcut {
  /** As shown: '/', '?', 'F2', 'Del', 'Alt+↑', 'Ctrl+K'. */
  readonly keys: string;
  readonly does: string;
}

/** Keys belong to a text field while somebody writes in it. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'));

export const isDialogOpen = () =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null;

const STORED = 'feusa.single-keys';
let singleKeys = localStorage.getItem(STORED) !== 'off';
let shown: readonly Shortcut[] = [];
const observers = new Set<() => void>();
const notify = () => observers.forEach((run) => run());
const observe = (run: () => void) => {
  observers.add(run);
  return () => void observers.delete(run);
};

export const useShortcutList = () => useSyncExternalStore(observe, () => shown);
export const useSingleKeys = (): [boolean, (on: boolean) => void] => [
  useSyncExternalStore(observe, () => singleKeys),
  (on) => {
    singleKeys = on;
    localStorage.setItem(STORED, on ? 'on' : 'off');
    notify();
  },
];

/** Lists keys on the '?' sheet as long as the component stands. */
export function useShortcutHelp(list: readonly Shortcut[]): void {
  const key = JSON.stringify(list);
  useEffect(() => {
    const mine = JSON.parse(key) as Shortcut[];
    shown = [...shown, ...mine];
    notify();
    return () => {
      shown = shown.filter((entry) => !mine.includes(entry));
      notify();
    };
  }, [key]);
}

/** Runs on a single key such as '/', unless somebody writes, a dialog is open or they are off. */
export function useSingleKey(key: string, does: string, run: () => void): void {
  useShortcutHelp([{ keys: key, does }]);
  useKeys((event) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!singleKeys || event.defaultPrevented || isTyping(event.target) || isDialogOpen()) return;
    event.preventDefault();
    run();
  });
}

/** Hears every key of the page from the moment on at which the component is to be seen. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent(onKey);
  // An effect of the other kind may come later than the eye and the hand.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
