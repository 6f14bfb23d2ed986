import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { act, dismiss, hold, useToasts } from '../toast-store.js';
import { Button, IconButton } from './button.js';
import styles from './toast.module.css';

type Item = ReturnType<typeof useToasts>[number];

/** What stands at the bottom of the window makes room for the messages. */
function useOwnHeight(count: number) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const rows = [...(box.current?.children ?? [])];
    const height = rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
    document.documentElement.style.setProperty('--messages', `${Math.ceil(height)}px`);
  }, [count]);
  return box;
}

/** Rendered once, in the shell. Pages and dialogs end above them. */
export function Toasts() {
  const items = useToasts();
  const shown = [...items].reverse();
  const box = useOwnHeight(shown.length);
  useEffect(() => {
    if (shown.length === 0) hold('pointer', false);
  }, [shown.length]);

  return (
    // Dialogs make everything else inert: not these, which belong to what was done in them.
    <section
      data-react-aria-top-layer="true"
      ref={box}
      aria-label="Messages"
      aria-live="polite"
      className={styles.toasts}
      onPointerOver={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={() => hold('focus', false)}
    >
      {shown.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
    </section>
  );
}

function Toast({ item }: { readonly item: Item }) {
  const { told } = item;
  const last = told.at(-1);
  if (!last) return null;
  const { text, tone = 'plain', also, action } = last;
  return (
    <div className={`${styles.toast} ${styles[tone]}`}>
      <span className={styles.text}>
        {text}
        {told.length > 1 && (
          <span className={styles.count}>
            <span aria-hidden>× {told.length}</span>
            <span className="visually-hidden">, {told.length} times</span>
          </span>
        )}
      </span>
      {[also, action].map(
        (each) =>
          each && (
            <Button
              key={each.label}
              small
              tone="quiet"
              className={styles.action ?? ''}
              onClick={() => act(item, each)}
            >
              {told.length > 1 ? `${each.label} the last` : each.label}
            </Button>
          ),
      )}
      <IconButton icon={X} label="Dismiss" tip={false} onClick={() => dismiss(item.id)} />
    </div>
  );
}
