import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { acceptNew } from './use-witness.js';
import type { Alarm } from './witness.js';

interface AcceptDialogProps {
  readonly alarm: Alarm;
  readonly onClose: () => void;
}

/** Asks once more: what was seen is forgotten after this. */
export default function AcceptDialog({ alarm, onClose }: AcceptDialogProps) {
  const accept = () => {
    acceptNew();
    onClose();
  };
  const verb = alarm.now ? 'Accept the new log' : 'Dismiss the alarm';
  const footer = (
    <>
      <Button autoFocus onClick={onClose}>
        Cancel
      </Button>
      <Button tone="danger" onClick={accept}>
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog title={verb} role="alertdialog" onClose={onClose} footer={footer}>
      {alarm.now ? (
        <p>
          This browser then forgets the log that it has checked, and checks the one that the server
          shows now. Do this only if somebody has told you why it changed, for example that a backup
          was restored, and after you have downloaded the evidence.
        </p>
      ) : (
        <p>This browser continues to check the log against what it has seen.</p>
      )}
    </Dialog>
  );
}
