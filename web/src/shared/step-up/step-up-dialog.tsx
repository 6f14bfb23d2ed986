import { useSession } from '../session.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { texts as common } from '../texts.js';
import { StepUpByPassword } from './by-password.js';
import { StepUpBySso } from './by-sso.js';
import { texts } from './texts.js';

interface StepUpDialogProps {
  readonly onAnswer: (isDone: boolean) => void;
}

/** Who it is, once more; what was asked for goes on by itself afterwards. */
export default function StepUpDialog({ onAnswer }: StepUpDialogProps) {
  const { user } = useSession();
  const bySso = user?.sso && <StepUpBySso onConfirmed={() => onAnswer(true)} />;
  if (!user?.ssoOnly) return <StepUpByPassword bySso={bySso} onAnswer={onAnswer} />;
  const cancel = () => onAnswer(false);
  return (
    <Dialog
      title={texts.title}
      onClose={cancel}
      footer={<Button onClick={cancel}>{common.cancel}</Button>}
    >
      <p>{texts.meansSsoOnly}</p>
      {bySso}
    </Dialog>
  );
}
