import { useEffect, useEffectEvent } from 'react';
import { newId } from './new-id.js';

/** Where an entry of the history lies, in its state. */
const KEY = 'feusa.dialogs';

interface HistoryEntry {
  /** The entry that dialogs were opened over. */
  readonly page: string;
  /** How many entries of dialogs lead from there to here. */
  readonly depth: number;
}
interface OpenDialog {
  /** False where it asks first and stays. */
  close(): boolean;
}

const open: OpenDialog[] = [];
let isStep = false;

const stateHere = () => history.state as Record<string, unknown> | null;
const placeHere = () => stateHere()?.[KEY] as HistoryEntry | undefined;
const stateAt = (place: HistoryEntry) => ({ ...stateHere(), [KEY]: place });

/** Where we are; after a step, where we were before. */
let place = typeof window === 'undefined' ? undefined : placeHere();

function addEntries(): void {
  let { page, depth } = placeHere() ?? { page: '', depth: 0 };
  if (depth >= open.length) return;
  if (page === '') history.replaceState(stateAt({ page: (page = newId()), depth }), '');
  while (depth < open.length) history.pushState(stateAt({ page, depth: ++depth }), '');
}

/**
 * A dialog that was closed in another way than by Back leaves its entry behind, for the next dialog. Taking it
 * away at once would be a step of its own, that undoes a click or a reload which comes before its end.
 */
function stepped(): void {
  const from = place;
  place = placeHere();
  const within = from && from.page === place?.page ? place : undefined;
  isStep = within !== undefined || open.length > 0;
  if (within && within.depth > from!.depth) return;
  if (open.length === 0) return within && history.go(-1 - within.depth);
  const kept = within ? Math.min(within.depth, open.length - 1) : 0;
  for (const dialog of open.slice(kept).toReversed()) if (!dialog.close()) return addEntries();
}

function changed({ type }: Event): void {
  if (type === 'replaceState' && place && !placeHere()) history.replaceState(stateAt(place), '');
  place = placeHere();
}

if (typeof window !== 'undefined') {
  addEventListener('popstate', stepped);
  // The router tells of these two, whoever calls them.
  for (const name of ['pushState', 'replaceState']) addEventListener(name, changed);
}

/** Whether the last step through the history was one of a dialog, over the same page. */
export const isDialogStep = (): boolean => isStep;

/** What was opened by this entry of the history, in its state. */
const OPENED = 'feusa.opened';

/** The state of an entry that something is opened by, which closes with a step back. */
export const stateOfOpened = (name: string): unknown => ({ [OPENED]: name });

/** Whether it was opened by a step that leads back to where it was not: not by an address that somebody came by. */
export const isOpenedHere = (name: string): boolean => stateHere()?.[OPENED] === name;

let isLeaving = false;

/** Goes back from a page that dialogs may lie over, once: what has not gone yet may be closed again meanwhile. */
export function goBack(): void {
  if (isLeaving) return;
  isLeaving = true;
  addEventListener('popstate', () => void (isLeaving = false), { once: true });
  history.go(-1 - (placeHere()?.depth ?? 0));
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
    addEntries();
    return () => void open.splice(open.indexOf(dialog), 1);
  }, [isAddressed]);
}
