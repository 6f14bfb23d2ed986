import { X } from 'lucide-react';
import { useEffect } from 'react';
import { act, dismiss, hold, useToasts } from '../toast-store.js';
import { Button, IconButton } from './button.js';
import styles from './toast.module.css';

/** Rendered once, in the shell. */
export function Toasts() {
  const items = useToasts();
  useEffect(() => {
    if (items.length === 0) hold(false);
  }, [items.length]);

  return (
    // Dialogs make everything else inert: not these, which belong to what was done in them.
    <section
      data-react-aria-top-layer="true"
      aria-label="Messages"
      aria-live="polite"
      className={styles.toasts}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {items.map((item) => (
        <div key={item.id} className={`${styles.toast} ${styles[item.tone ?? 'plain']}`}>
          <span className={styles.text}>{item.text}</span>
          {[item.also, item.action].map(
            (action) =>
              action && (
                <Button
                  key={action.label}
                  small
                  tone="quiet"
                  className={styles.action ?? ''}
                  onClick={() => act(item, action)}
                >
                  {action.label}
                </Button>
              ),
          )}
          <IconButton icon={X} label="Dismiss" tip={false} onClick={() => dismiss(item.id)} />
        </div>
      ))}
    </section>
  );
}
