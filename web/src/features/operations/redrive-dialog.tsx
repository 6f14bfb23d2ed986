import type { DeadLetterView } from '@feusa/contracts/operations';
import type { FormEvent } from 'react';
import { toast } from '../../shared/toast-store.js';
import { FormDialog } from '../../shared/ui/form-dialog.js';
import { useSubmission } from '../../shared/use-submission.js';
import { partName } from './names.js';
import styles from './operations.module.css';
import { texts } from './texts.js';

interface RedriveDialogProps {
  readonly letter: DeadLetterView;
  readonly redrive: (letter: DeadLetterView) => Promise<void>;
  readonly onClose: () => void;
}

export default function RedriveDialog({ letter, redrive, onClose }: RedriveDialogProps) {
  const { run, ...submission } = useSubmission(texts.theRetryWasNotStarted);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      await redrive(letter);
      toast({ text: texts.isBeingRetried(letter.stream) });
      onClose();
    });
  };
  return (
    <FormDialog
      title={texts.retry}
      submitLabel={texts.retry}
      {...submission}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {texts.theGetsAllBlockedChanges(partName(letter.consumer).toLowerCase())}
        <strong className={styles.stream}>{letter.stream}</strong>
        {texts.onceMoreInOrder}
      </p>
      <p className={styles.muted}>{hintOf(letter)}</p>
    </FormDialog>
  );
}

function hintOf({ state, redrives }: DeadLetterView): string {
  if (state === 'discarded') return texts.itWasDiscardedIfThe;
  if (state === 'quarantined') return texts.retriesHaveFailedFixThe(redrives);
  return texts.retryHint;
}
