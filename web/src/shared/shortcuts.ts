import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { createStore, useStore } from './store.js';

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
  document.querySelector('[role=dialog], [role=alertdialog]:not([aria-modal=false])') !== null;

const STORED = 'feusa.single-keys';
const singleKeys = createStore(localStorage.getItem(STORED) !== 'off');
const shown = createStore<readonly Shortcut[]>([]);

export const useShortcutList = () => useStore(shown);
export const useSingleKeys = (): [boolean, (on: boolean) => void] => [
  useStore(singleKeys),
  (on) => {
    localStorage.setItem(STORED, on ? 'on' : 'off');
    singleKeys.set(on);
  },
];

/** Lists keys on the '?' sheet as long as the component stands. */
export function useShortcutHelp(list: readonly Shortcut[]): void {
  const key = JSON.stringify(list);
  useEffect(() => {
    const mine = JSON.parse(key) as Shortcut[];
    shown.set([...shown.get(), ...mine]);
    return () => shown.set(shown.get().filter((entry) => !mine.includes(entry)));
  }, [key]);
}

/** Runs on a single key such as '/', unless somebody writes, a dialog is open or they are off. */
export function useSingleKey(key: string, does: string, run: () => void): void {
  useShortcutHelp([{ keys: key, does }]);
  useKeys((event) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!singleKeys.get() || event.defaultPrevented || isTyping(event.target) || isDialogOpen())
      return;
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
