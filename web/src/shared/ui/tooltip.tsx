import { useEffect, useRef, useState } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './tooltip.module.css';

const POINTED_MS = 450;

const tipOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;

/** Calls back with what is hovered or focused and has a `data-tip`, and with null when it is left. */
function useTipped(show: (element: HTMLElement | null) => void) {
  useEffect(() => {
    let timer = 0;
    const later = (element: HTMLElement | null, wait: number) => {
      clearTimeout(timer);
      if (element) timer = window.setTimeout(() => element.isConnected && show(element), wait);
      else show(null);
    };
    const hide = () => later(null, 0);
    const over = ({ pointerType, target }: PointerEvent) =>
      later(pointerType === 'mouse' ? tipOf(target) : null, POINTED_MS);
    const focus = ({ target }: FocusEvent) => {
      const element = tipOf(target);
      if (element?.matches(':focus-visible')) later(element, 0);
    };
    // The pointer may have come before this layer was loaded.
    const pointed =
      matchMedia('(hover: hover)').matches && document.querySelector('[data-tip]:hover');
    later(tipOf(pointed || null), POINTED_MS);
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true };
    document.addEventListener('pointerover', over, options);
    document.addEventListener('focusin', focus, options);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options);
    for (const name of ['focusout', 'pointerdown', 'scroll'])
      document.addEventListener(name, hide, options);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [show]);
}

/** One layer shows the `data-tip` of whatever is hovered or focused. Rendered once, in the shell. */
export default function TooltipLayer() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const trigger = useRef<HTMLElement>(null);
  trigger.current = element;
  useTipped(setElement);
  if (!element) return null;
  return (
    <TooltipTrigger isOpen>
      <Tooltip triggerRef={trigger} placement="bottom" offset={6} className={styles.tip ?? ''}>
        {element.dataset['tip']}
      </Tooltip>
    </TooltipTrigger>
  );
}
