import { useEffect, useRef, useState } from 'react';
import styles from './tooltip.module.css';

interface Tip {
  readonly text: string;
  readonly box: DOMRect;
}

const tipOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;

/** One layer shows the `data-tip` of whatever is hovered or focused. Rendered once, in the shell. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
  const timer = useRef(0);

  useEffect(() => {
    const hide = () => {
      clearTimeout(timer.current);
      setTip(null);
    };
    const show = (element: HTMLElement, wait: number) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        const text = element.dataset['tip'];
        if (text && element.isConnected) setTip({ text, box: element.getBoundingClientRect() });
      }, wait);
    };
    const over = (event: PointerEvent) => {
      const element = event.pointerType === 'mouse' ? tipOf(event.target) : null;
      if (element) show(element, 450);
      else hide();
    };
    const focus = (event: FocusEvent) => {
      const element = tipOf(event.target);
      if (element?.matches(':focus-visible')) show(element, 0);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const listeners = { pointerover: over, focusin: focus, focusout: hide, pointerdown: hide };
    for (const [name, run] of Object.entries(listeners))
      document.addEventListener(name, run as EventListener);
    document.addEventListener('keydown', key);
    document.addEventListener('scroll', hide, true);
    return () => {
      for (const [name, run] of Object.entries(listeners))
        document.removeEventListener(name, run as EventListener);
      document.removeEventListener('keydown', key);
      document.removeEventListener('scroll', hide, true);
    };
  }, []);

  if (!tip) return null;
  const below = tip.box.bottom + 36 < innerHeight;
  const middle = tip.box.left + tip.box.width / 2;
  const left = Math.min(Math.max(middle, 90), innerWidth - 90);
  return (
    <div
      role="tooltip"
      className={styles.tip}
      style={{ left, top: below ? tip.box.bottom + 6 : tip.box.top - 34 }}
    >
      {tip.text}
    </div>
  );
}
