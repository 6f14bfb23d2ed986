import { useEffect, useEffectEvent } from 'react';

/** How many dialogs lie over the page, in the state of an entry of the history. */
const KEY = 'feusa.dialogs';

interface OpenDialog {
  /** False where it asks first and stays. */
  close(): boolean;
}

const open: OpenDialog[] = [];
let underWay = 0;
let isStep = false;

const depthHere = (): number =>
  Number((history.state as Record<string, unknown> | null)?.[KEY] ?? 0);
const stateAt = (depth: number) => ({ ...(history.state as object | null), [KEY]: depth });
const addEntries = () => {
  for (let depth = depthHere() + 1; depth <= open.length; depth++)
    history.pushState(stateAt(depth), '');
};

/** A dialog that was closed in another way than by Back takes its entry along. */
function tidy(): void {
  const over = depthHere() - open.length;
  if (underWay > 0 || over <= 0) return;
  underWay++;
  history.go(-over);
}

function wentBack(): void {
  isStep = underWay > 0 || open.length > 0 || depthHere() > 0;
  if (underWay > 0) {
    underWay--;
    return addEntries();
  }
  // On the way forward there is no dialog any more.
  if (depthHere() > open.length) return history.replaceState(stateAt(open.length), '');
  for (const dialog of open.slice(depthHere()).toReversed())
    if (!dialog.close()) return addEntries();
}

if (typeof window !== 'undefined') {
  if (depthHere() > 0) history.replaceState(stateAt(0), '');
  addEventListener('popstate', wentBack);
}

/** Whether the last step through the history was one of a dialog, over the same page. */
export const isDialogStep = (): boolean => isStep;

/** Goes back from a page that dialogs may lie over. */
export function goBack(): void {
  const depth = depthHere();
  if (depth > 0) underWay++;
  history.go(-1 - depth);
}

/**
 * Gives an open dialog an entry of the history, so that Back closes it as Escape does. `close` says whether
 * it did; one that asks first stays, and the entry with it.
 */
export function useDialogHistory(close: () => boolean, isAddressed: boolean): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (isAddressed) return;
    const dialog = { close: () => closeNow() };
    open.push(dialog);
    if (underWay === 0) addEntries();
    return () => {
      open.splice(open.indexOf(dialog), 1);
      // Where it makes way for another page or dialog, that comes first.
      setTimeout(tidy);
    };
  }, [isAddressed]);
}
