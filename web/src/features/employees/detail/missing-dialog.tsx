import type { EmployeeView } from '@feusa/contracts/employees';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { fullName } from '../commands.js';
import { texts } from '../texts.js';

interface MissingProps {
  /** Known when somebody has just removed the person. */
  readonly person?: EmployeeView;
  readonly onClose: () => void;
}

export default function MissingDialog({ person, onClose }: MissingProps) {
  const footer = (
    <Button tone="primary" onClick={onClose}>
      {texts.allStaff}
    </Button>
  );
  return (
    <Dialog addressed title={texts.notInTheDirectory} onClose={onClose} footer={footer}>
      <p>{person ? texts.justDeleted(fullName(person)) : texts.goneOrWrongLink}</p>
    </Dialog>
  );
}
