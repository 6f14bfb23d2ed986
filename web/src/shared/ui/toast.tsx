import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
  type QueuedToast,
} from 'react-aria-components/Toast';
import { useStore } from '../store.js';
import { act, messages, type Message } from '../toast-store.js';
import { Button, IconButton } from './button.js';
import styles from './toast.module.css';
import { texts } from '../texts.js';

const shown = {
  get: () => messages.visibleToasts,
  subscribe: (run: () => void) => messages.subscribe(run),
};

/** What stands at the bottom of the window makes room for the messages. */
function useOwnHeight(list: unknown) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const rows = [...(box.current?.querySelectorAll(`.${styles.toast}`) ?? [])];
    const height = rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
    document.documentElement.style.setProperty('--messages', `${Math.ceil(height)}px`);
  }, [list]);
  return box;
}

/** Rendered once, in the shell. Pages and dialogs end above them; F6 leads to them and back. */
export default function Toasts() {
  const list = useStore(shown);
  const box = useOwnHeight(list);
  // The region is a landmark only if it is there when it is mounted.
  if (list.length === 0) return null;
  return (
    <ToastRegion
      ref={box}
      queue={messages}
      aria-label={texts.messages}
      className={styles.toasts ?? ''}
    >
      {({ toast }) => <Toast toast={toast} />}
    </ToastRegion>
  );
}

function Toast({ toast }: { readonly toast: QueuedToast<Message> }) {
  const group = useStore(toast.content);
  const last = group.at(-1);
  if (!last) return <></>;
  const { text, tone = 'plain', also, action } = last;
  return (
    <AriaToast toast={toast} className={`${styles.toast} ${styles[tone]}`}>
      <ToastContent className={styles.text ?? ''}>
        <Text slot="title">
          {text}
          {group.length > 1 && (
            <span className={styles.count}>
              <span aria-hidden>× {group.length}</span>
              <span className="visually-hidden">{texts.times(group.length)}</span>
            </span>
          )}
        </Text>
      </ToastContent>
      {[also, action].map(
        (each) =>
          each && (
            <Button
              key={each.label}
              small
              tone="quiet"
              className={styles.action ?? ''}
              onClick={() => act(toast.content, each)}
            >
              {group.length > 1 ? texts.theLast(each.label) : each.label}
            </Button>
          ),
      )}
      <IconButton
        icon={X}
        label={texts.dismiss}
        tip={false}
        onClick={() => messages.close(toast.key)}
      />
    </AriaToast>
  );
}
