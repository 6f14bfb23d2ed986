import { useRef, type KeyboardEvent } from 'react';
import { isStepKey, stepFrom, type Roving, type Run } from '../../../shared/roving.js';
import { isTyping } from '../../../shared/shortcuts.js';
import type { Selection } from '../../../shared/selection.js';
import { canPreview, type Entry } from '../page/entries.js';
import { renaming, type FolderDialog } from './context.js';
import { texts as sharedTexts } from '../../../shared/texts.js';
import { texts } from '../texts.js';

interface KeyOptions {
  readonly runs: readonly Run[];
  readonly entries: readonly Entry[];
  readonly roving: Roving;
  readonly selection: Selection;
  readonly isAdmin: boolean;
  readonly isReadOnly: boolean;
  readonly open: (dialog: FolderDialog) => void;
  readonly showPreview: (id: string) => void;
}

/** The keys of the list that do something for this person. */
export const listKeyHelp = (mayManage: boolean) => [
  { keys: '← ↑ → ↓', does: texts.moveBetweenEntries },
  { keys: 'Enter', does: texts.open },
  { keys: 'Shift+Enter', does: texts.preview },
  { keys: 'Space', does: texts.select },
  { keys: 'Shift+arrow', does: texts.selectARange },
  { keys: 'Ctrl+A', does: sharedTexts.selectAll },
  { keys: 'a … z', does: texts.jumpToAName },
  ...(mayManage ? [{ keys: 'F2', does: texts.rename }] : []),
  { keys: 'Del', does: texts.delete },
  { keys: 'Alt+↑', does: texts.toTheFolderAbove },
];

const onControl = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('button, input, select') !== null;

/** The keys of the list: everything that the pointer can do. */
export function useListKeys(options: KeyOptions): (event: KeyboardEvent) => void {
  const { runs, entries, roving, selection, isAdmin, isReadOnly, open, showPreview } = options;
  const typed = useRef({ text: '', at: 0 });
  const current = entries.find(({ id }) => id === roving.current);

  const chosen = () =>
    selection.ids.size > 0
      ? entries.filter(({ id }) => selection.ids.has(id))
      : current
        ? [current]
        : [];

  const range = (key: string) => {
    const to = current && stepFrom(runs, current.id, key);
    if (!to) return;
    selection.extend(to, current.id);
    roving.focus(to);
  };

  const jump = (letter: string, now: number) => {
    const text = now - typed.current.at < 700 ? typed.current.text + letter : letter;
    typed.current = { text, at: now };
    const start = entries.findIndex(({ id }) => id === roving.current);
    const skip = text.length === 1 ? 1 : 0;
    const order = [...entries.slice(start + skip), ...entries.slice(0, start + skip)];
    const hit = order.find(({ name }) => name.toLowerCase().startsWith(text));
    if (hit) roving.focus(hit.id);
  };

  const keys: Record<string, (() => void) | undefined> = {
    ' ': () => current && selection.toggle(current.id),
    Escape: selection.ids.size > 0 ? selection.clear : undefined,
    F2: () => isAdmin && current && open(renaming(current)),
    Delete: () => {
      const picked = chosen();
      if (isReadOnly) return;
      if (picked.length > 0 && (isAdmin || picked.every(({ type }) => type !== 'folder')))
        open({ kind: 'delete', entries: picked });
    },
  };

  /** False where the key does nothing more with Shift. */
  const shifted = (key: string): boolean => {
    const looks = key === 'Enter' && current !== undefined && canPreview(current);
    if (isStepKey(key)) range(key);
    else if (looks) showPreview(current.id);
    return looks || isStepKey(key);
  };

  const plain = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (roving.onKeyDown(event) || (key === ' ' && onControl(target))) return;
    const run = keys[key];
    if (run) {
      event.preventDefault();
      run();
    } else if (/^[\p{L}\p{N}]$/u.test(key)) jump(key.toLowerCase(), event.timeStamp);
  };

  return (event) => {
    const { key, currentTarget, target } = event;
    // Menus and dialogs are elsewhere in the document, but their events pass here too.
    if (!currentTarget.contains(target as Node) || isTyping(target) || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    if (control && key.toLowerCase() === 'a') selection.all();
    else if (control) return;
    else if (!event.shiftKey || !shifted(key)) return plain(event);
    event.preventDefault();
  };
}
