import { useRef, type KeyboardEvent } from 'react';

const TYPING_MS = 900;

/** Letters typed one after the other in the list, as one text. */
export function useTyped(onText: (text: string) => void) {
  const state = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { text, at } = state.current;
    const before = event.timeStamp - at < TYPING_MS ? text : '';
    const isLetter = /^[\p{L}\p{N}'’-]$/u.test(event.key);
    if (!isLetter && !(event.key === ' ' && before !== '')) return;
    event.preventDefault();
    state.current = { text: before + event.key, at: event.timeStamp };
    onText(before + event.key);
  };
}
