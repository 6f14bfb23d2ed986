import { lazy, Suspense, useEffect } from 'react';
import { isDialogOpen, isTyping, useKeys, useShortcutHelp } from '../shortcuts.js';
import { openUndoDialog, forgetAll, useUndoDialog } from './done-stack.js';
import { undoLast } from './undo.js';
import { texts } from './texts.js';

const UndoDialog = lazy(() => import('./undo-dialog.js'));

const isRedo = ({ key, shiftKey }: KeyboardEvent) =>
  (key.toLowerCase() === 'z' && shiftKey) || (key.toLowerCase() === 'y' && !shiftKey);
const isUndo = ({ key, shiftKey }: KeyboardEvent) => key.toLowerCase() === 'z' && !shiftKey;

function onKey(event: KeyboardEvent) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || isDialogOpen()) return;
  if (!isUndo(event) && !isRedo(event)) return;
  if (undoLast(isUndo(event) ? 'undo' : 'redo')) event.preventDefault();
}

/** Ctrl+Z everywhere, and the dialog that shows what undoing will do. Rendered once, while signed in. */
export function UndoLayer() {
  const asked = useUndoDialog();
  useShortcutHelp([
    { keys: 'Ctrl+Z', does: texts.undoWhatYouDidLast },
    { keys: 'Ctrl+Shift+Z', does: texts.doAgainWhatYouHave },
  ]);
  useKeys(onKey);
  useEffect(() => forgetAll, []);
  return (
    <Suspense>
      {asked && (
        <UndoDialog
          key={JSON.stringify(asked)}
          wanted={asked}
          onClose={() => openUndoDialog(undefined)}
        />
      )}
    </Suspense>
  );
}
