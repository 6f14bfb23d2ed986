import { Undo2 } from 'lucide-react';
import { Button } from '../ui/button.js';
import { openUndoDialog, type UndoTarget } from './done-stack.js';
import { texts } from './texts.js';

interface UndoButtonProps {
  readonly wanted: UndoTarget;
  readonly label?: string;
}

/** Opens the dialog that shows what undoing an event, or all that belongs together, will do. */
export const UndoButton = ({ wanted, label = texts.undo }: UndoButtonProps) => (
  <Button icon={Undo2} onClick={() => openUndoDialog(wanted)}>
    {label}
  </Button>
);
