import type { EmployeeView } from '@feusa/contracts/employees';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { fullName } from '../commands.js';

interface MissingProps {
  /** Known when somebody has just removed the person. */
  readonly person?: EmployeeView;
  readonly onClose: () => void;
}

export default function MissingDialog({ person, onClose }: MissingProps) {
  const footer = (
    <Button tone="primary" onClick={onClose}>
      To all staff
    </Button>
  );
  return (
    <Dialog addressed title="Not in the directory" onClose={onClose} footer={footer}>
      <p>
        {person
          ? `Somebody has just removed ${fullName(person)}.`
          : 'This person has been removed, or the link is not complete.'}
      </p>
    </Dialog>
  );
}
