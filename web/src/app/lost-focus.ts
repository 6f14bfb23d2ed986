import { useEffect, type RefObject } from 'react';
import { isDialogOpen } from '../shared/shortcuts.js';

const CONTROLS = 'button:not([disabled]), a[href], input, select';
/** They give the focus back themselves. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]';
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

/** What has the keyboard's focus, and where in a list it stands. */
interface Spot {
  readonly control: Element;
  readonly list: Element | undefined;
  readonly rowIndex: number;
  readonly controlIndex: number;
}

function spotOf(control: Element): Spot {
  const row = control.closest('li');
  const list = row?.parentElement;
  if (!row || !list) return { control, list: undefined, rowIndex: 0, controlIndex: 0 };
  const rowIndex = [...list.children].indexOf(row);
  return { control, list, rowIndex, controlIndex: controlsOf(row).indexOf(control as HTMLElement) };
}

/** The same control of the row that is in its place now; undefined where there is none. */
function heirOf({ list, rowIndex, controlIndex }: Spot): HTMLElement | undefined {
  const row = list?.isConnected && list.children[Math.min(rowIndex, list.children.length - 1)];
  const controls = row ? controlsOf(row) : [];
  return controls[Math.min(controlIndex, controls.length - 1)];
}

/** A dialog that asked about a row closes after the row has gone. */
const AGAIN_MS = 100;

/** When what has the keyboard's focus goes, the next row of its list gets it, or else the screen. */
export function useLostFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let spot: Spot | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest(LAYERS)) return;
      spot = target.matches(':focus-visible') ? spotOf(target) : undefined;
    };
    const inherit = () => {
      if (isDialogOpen()) return;
      clearInterval(timer);
      timer = undefined;
      if (!spot || spot.control.isConnected || document.activeElement !== document.body) return;
      (heirOf(spot) ?? main.current)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (spot && !spot.control.isConnected) timer ??= setInterval(inherit, AGAIN_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      clearInterval(timer);
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, [main]);
}
