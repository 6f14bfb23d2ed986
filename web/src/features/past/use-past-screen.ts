import { useEffect } from 'react';
import { setReadOnly } from '../../shared/api.js';
import { goTo } from '../../shared/past.js';
import { isDialogOpen, isTyping, useKeys, useShortcutHelp } from '../../shared/shortcuts.js';
import { texts } from './texts.js';

/** Nothing can be sent from the past, whatever a screen may have left on. */
export function useReadOnly(): void {
  useEffect(() => {
    setReadOnly(true);
    return () => setReadOnly(false);
  }, []);
}

/** Unless something on top of the page is closed by it. */
export function useLeaveByEscape(): void {
  useShortcutHelp([{ keys: 'Esc', does: texts.keysBack }]);
  useKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
    if (isDialogOpen() || document.querySelector('[role=menu]')) return;
    goTo('', { push: true });
  });
}
