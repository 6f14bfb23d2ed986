import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { acceptNew } from './use-witness.js';
import type { Alarm } from './witness.js';
import { texts } from '../texts.js';

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
  const verb = alarm.now ? texts.acceptNewLog : texts.dismissTheAlarm;
  const footer = (
    <>
      <Button autoFocus onClick={onClose}>
        {texts.cancel}
      </Button>
      <Button tone="danger" onClick={accept}>
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog title={verb} role="alertdialog" onClose={onClose} footer={footer}>
      {alarm.now ? <p>{texts.acceptNewMeans}</p> : <p>{texts.dismissAlarmMeans}</p>}
    </Dialog>
  );
}
