import { ToastQueue } from 'react-stately/useToastState';
import { createStore, type Store } from './store.js';

export interface ToastAction {
  readonly label: string;
  readonly run: () => unknown;
}

interface ToastOptions {
  readonly text: string;
  readonly action?: ToastAction;
  /** A second thing to do, before the first. */
  readonly also?: ToastAction | undefined;
  readonly tone?: 'plain' | 'danger';
  /** Until it is dismissed, as what it tells of goes on. */
  readonly stays?: boolean;
}
interface OpenToast extends ToastOptions {
  readonly ticket: number;
}

/** Equal messages are one with a number; the last of them is what a button acts on. */
export type Message = Store<readonly OpenToast[]>;

const LIFE = 10_000;
const LEAST_LEFT = 1500;
const MOST = 4;

/** The time stands still while one is hovered or focused, and a moment longer. */
class Messages extends ToastQueue<Message> {
  private later: number | undefined;

  override pauseAll(): void {
    clearTimeout(this.later);
    super.pauseAll();
  }

  override resumeAll(): void {
    clearTimeout(this.later);
    this.later = window.setTimeout(() => super.resumeAll(), LEAST_LEFT);
  }
}

export const messages = new Messages();
let next = 1;

/** Takes back one of those that a message counts. */
function takeBack(ticket: number): void {
  for (const { key, content } of messages.visibleToasts) {
    const rest = content.get().filter((each) => each.ticket !== ticket);
    if (rest.length === 0) messages.close(key);
    else if (rest.length < content.get().length) content.set(rest);
  }
}

const isSame = (a: ToastOptions, b: ToastOptions) =>
  a.text === b.text && a.tone === b.tone && a.action?.label === b.action?.label && !a.also;

/** Says what happened, as a rule for 10 seconds. */
export function toast(options: ToastOptions): () => void {
  const ticket = next++;
  const before = messages.visibleToasts;
  const same = options.also
    ? undefined
    : before.find(({ content }) => isSame(content.get().at(-1)!, options));
  const group = [...(same?.content.get() ?? []), { ...options, ticket }];
  messages.add(createStore<readonly OpenToast[]>(group), options.stays ? {} : { timeout: LIFE });
  if (same) messages.close(same.key);
  for (const { key } of messages.visibleToasts.slice(MOST)) messages.close(key);
  return () => takeBack(ticket);
}

/** Does what the last of equal messages offers; the others stay. */
export function act(message: Message, action: ToastAction): void {
  const last = message.get().at(-1);
  if (last) takeBack(last.ticket);
  action.run();
}
